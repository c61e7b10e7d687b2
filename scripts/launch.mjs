// Starts a command of the application on a machine where only Node and npm are sure to be there:
// installs and builds when needed, then runs dist/server/<command>.js in this very process, so that
// signals reach it. Syntax that an old Node understands: it has to say that it is too old.

const oldestNode = [20, 19];

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  console.error(
    "Akiba needs Node " +
      oldestNode.join(".") +
      " or newer; this is " +
      process.versions.node +
      ".",
  );
  process.exit(1);
}

import("./run-command.mjs")
  .then(({ runCommand }) => runCommand(process.argv[2] || "start", process.argv.slice(3)))
  .catch((error) => {
    console.error(error.isForOperator ? error.message : error);
    process.exit(1);
  });
