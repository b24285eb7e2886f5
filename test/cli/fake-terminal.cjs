// Loaded into the process of a command before it starts: its pipes then count as terminals.
for (const stream of [process.stdin, process.stdout, process.stderr]) stream.isTTY = true;
process.stdin.setRawMode = () => process.stdin;
