// Starts a command of the application on a machine that may have only Node and npm: installs and builds if needed, then
// runs dist/server/<command>.js in this same process, so that signals reach it. This file uses syntax that an old Node
// understands, because it has to tell that Node that it is too old.

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
