import { connect, type Socket } from 'node:net';
import { takeOrders } from '../support/peer.ts';

/*
 * Readers of streams, in their own process. They count and discard.
 */
const open: Socket[] = [];
let bytes = 0;

await takeOrders({
  async open({ url, token, chatIds, count }: { url: string; token: string; chatIds: string[]; count: number }) {
    const { port } = new URL(url);
    const path = `/api/workspaces/ws_local/stream?chats=${chatIds.join(',')}`;
    for (let opened = 0; opened < count; opened += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', (error) => console.error(error.message));
      const begun = new Promise((resolve) => socket.once('data', resolve));
      socket.on('data', (piece) => {
        bytes += piece.length;
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      await begun;
      open.push(socket);
    }
    return {};
  },
  async count() {
    const counted = bytes;
    bytes = 0;
    return { bytes: counted };
  },
});
