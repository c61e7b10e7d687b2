// A file's databases go with it: all of a run together would fill the memory that they are in.
import { afterAll } from "vitest";
import { dropTestDatabases } from "./test-database.ts";

afterAll(dropTestDatabases);
