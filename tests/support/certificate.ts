import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Makes a key and a certificate for this machine in a folder, by OpenSSL: signed by an authority of the same kind, or by itself. */
export async function makeCertificate(
  folder: string,
  name: string,
  commonName = 'localhost',
  authority: Certificate | null = null,
): Promise<Certificate> {
  const [keyFile, certFile] = [join(folder, `${name}-key.pem`), join(folder, `${name}-cert.pem`)];
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -addext subjectAltName=DNS:localhost,IP:127.0.0.1';
  const signed = authority === null ? [] : ['-CA', authority.certFile, '-CAkey', authority.keyFile];
  const named = ['-subj', `/CN=${commonName}`, '-keyout', keyFile, '-out', certFile];
  await promisify(execFile)('openssl', [...options.split(' '), ...named, ...signed]);
  return { certFile, keyFile, cert: await readFile(certFile), key: await readFile(keyFile) };
}
