// The answers to the figures from the group's book: contract entry -> action or query.
import * as contract from "#contract/opening.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { answerFor, answerOwnFigures } from "./figures.actions.ts";
import { findFigures, listFigureAnswers, readMyFigures } from "./figures.queries.ts";

export function figureRoutes(routes: Routes): void {
  routes.read(contract.getMyFigures, (reader, { actor, t }) => readMyFigures(reader, actor.id, t));
  routes.write(contract.answerMyFigures, answerOwnFigures);
  routes.read(contract.getFigureAnswers, (reader, { query }) => listFigureAnswers(reader, query));
  routes.write(contract.answerForMember, answerFor, {
    exists: async (reader, id) => (await findFigures(reader, id)) !== undefined,
  });
}
