import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Greets the mail server as a send does, with TLS if it is offered and the login if there is one, and sends nothing. Throws what goes wrong. */
export async function greetMailServer(smtpUrl: string): Promise<{ readonly isEncrypted: boolean }> {
  const { auth, ...options } = parseConnectionUrl(smtpUrl);
  const connection = new SMTPConnection({
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
    dnsTimeout: 10_000,
    ...options,
  });
  try {
    await new Promise<void>((settle, fail) => {
      connection.once('error', fail);
      connection.once('end', () => fail(new Error('it ended the connection')));
      connection.connect((error) => {
        if (error) return fail(error);
        if (auth === undefined) return settle();
        return connection.login(auth, (refused) => (refused ? fail(refused) : settle()));
      });
    });
    return { isEncrypted: connection.secure };
  } finally {
    connection.on('error', () => undefined);
    connection.quit();
  }
}
