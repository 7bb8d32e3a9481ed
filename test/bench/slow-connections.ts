// Heads of checks whose bodies come a byte at a time, as from clients on a bad line: URL and how many. Each begins again
// when it is cut off. Says so once all are open, and ends with the program that has started it.
import { connect } from 'node:net';

const [url = '', count = ''] = process.argv.slice(2);
const { hostname, port } = new URL(url);
/** Between two bytes. Milliseconds. */
const PAUSE_MS = 500;
let isTold = false;
let open = 0;

function begin(): void {
  const socket = connect(Number(port), hostname);
  let dribble: NodeJS.Timeout | undefined;
  socket.on('connect', () => {
    socket.write(
      'POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
    );
    dribble = setInterval(() => socket.write(' '), PAUSE_MS);
    open++;
    if (open >= Number(count) && !isTold) {
      isTold = true;
      process.send?.('open');
    }
  });
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  socket.on('close', () => {
    clearInterval(dribble);
    open--;
    setTimeout(begin, Math.random() * PAUSE_MS);
  });
}

// Not all at once, as no thousand clients come.
for (let at = 0; at < Number(count); at++) setTimeout(begin, (at / Number(count)) * 10 * PAUSE_MS);
process.on('disconnect', () => process.exit());
