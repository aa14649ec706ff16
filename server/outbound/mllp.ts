import { type Socket, connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { decodeMessage } from '../hl7/message/charset.ts';
import { type Segment, parseMessage } from '../hl7/message/er7.ts';
import { FrameReader, framed } from '../hl7/message/frames.ts';
import type { Handed } from '../process/signedPost.ts';
import { attemptMs } from '../process/worker.ts';

/** The largest acknowledgement that is read. */
const largestAnswer = 100_000;

/** A listener of HL7 v2 over MLLP. `tls`: null for a connection without TLS. */
interface MllpListener {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly ca: string | null; readonly certificate: string | null; readonly key: string | null } | null;
}

function connected({ host, port, tls }: MllpListener): Socket {
  if (tls === null) return connect(port, host);
  return connectTls({
    host,
    port,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(tls.ca !== null && { ca: tls.ca }),
    ...(tls.certificate !== null && tls.key !== null && { cert: tls.certificate, key: tls.key }),
  });
}

function segmentsIn(bytes: Buffer): readonly Segment[] {
  try {
    return parseMessage(decodeMessage(bytes, null)).segments;
  } catch {
    return [];
  }
}

/** What an acknowledgement says of the message with this control id. What is no acknowledgement of it is as good as none. */
export function outcomeOf(bytes: Buffer, controlId: string): Handed {
  const later: Handed = { outcome: 'later', code: 'ANSWER' };
  const segments = segmentsIn(bytes);
  const msa = segments.find(({ name }) => name === 'MSA');
  if (msa?.text(2) !== controlId) return later;
  const code = msa.text(1) ?? '';
  if (code === 'AA' || code === 'CA') return { outcome: 'delivered', code };
  if (!['AE', 'AR', 'CE', 'CR'].includes(code)) return later;
  const err = segments.find(({ name }) => name === 'ERR');
  // ERR-3, and ERR-1.4 until 2.4. Only a number is taken: its text may have something of the patient.
  const number = [err?.text(3), err?.text(1, 4)].find((one) => /^\d{1,4}$/.test(one ?? ''));
  return { outcome: 'refused', code: number === undefined ? code : `${code} ${number ?? ''}` };
}

/** Sends a message, once, over a connection of its own, and waits for its acknowledgement. */
export const sendMllp = (listener: MllpListener, message: Buffer, controlId: string): Promise<Handed> =>
  new Promise((settle) => {
    const socket = connected(listener);
    const reader = new FrameReader(largestAnswer);
    const end = (handed: Handed): void => {
      clearTimeout(timer);
      socket.destroy();
      settle(handed);
    };
    const later = (code: string): void => end({ outcome: 'later', code });
    const timer = setTimeout(() => later('TIMEOUT'), attemptMs);
    socket.on('error', (error) => later('code' in error ? String(error.code) : 'ERROR'));
    socket.on('close', () => later('CLOSED'));
    socket.on('data', (chunk: Buffer) => {
      for (const frame of reader.push(chunk)) {
        if (frame.kind === 'broken') later('ANSWER');
        else end(outcomeOf(frame.bytes, controlId));
        return;
      }
    });
    socket.write(framed(message));
  });
