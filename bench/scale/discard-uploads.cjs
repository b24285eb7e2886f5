/** A server that reads and discards whatever it is sent. Prints its address. */
const { createServer } = require("node:http");

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.end("{}"));
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/image\n`);
});
