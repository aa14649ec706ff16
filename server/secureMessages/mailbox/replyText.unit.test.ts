import fc from 'fast-check';
import { languageCodes } from '@portal/api';
import { describe, expect, test } from 'vitest';
import { mailTexts } from '../../mail/texts.ts';
import { textOfHtml } from '../../html/htmlText.ts';
import { quotations } from '../../../tests/server/mails.ts';
import { onProcessor } from '../../../tests/support/processorTime.ts';
import { ownText, tidy } from './replyText.ts';

const shown = (text: string): string => tidy(ownText(text));
const answer = 'Yes, please come on Monday at 10:30.\n\nBring the sheet: it says\n- what you take\n- when';

describe.each(Object.entries(quotations))('%s', (_program, quotation) => {
  test('what is quoted below an answer is left out', () => {
    expect(shown(`${answer}\n\n${quotation}\n`)).toBe(answer);
  });

  test('so is it below a signature', () => {
    expect(shown(`${answer}\n\n-- \nOttoline Fernbrook\nNorthlight Clinic\n\n${quotation}`)).toBe(answer);
  });
});

test('an answer below or between what is quoted is kept', () => {
  const above = 'On Mon, Nov 23, 2026 at 9:14 AM Portal <no-reply@portal.example> wrote:';
  expect(shown(`${above}\n> May I swim?\n\n${answer}`)).toBe(answer);
  expect(shown(`${above}\n> May I swim?\nYes.\n> And run?\nNot yet.`)).toBe('Yes.\nNot yet.');
});

test.each(languageCodes)(
  'below our own line in %s nothing is the sender’s, whatever their program left out',
  (language) => {
    expect(shown(`${answer}\n\n${mailTexts[language].careTeam.answerAbove}\n\nHello,\n\nA patient has written.`)).toBe(
      answer,
    );
  },
);

test.each([
  'Sent from my iPhone',
  'Enviado desde mi iPhone',
  'Envoyé de mon iPhone',
  'Enviado do meu iPhone',
  '发自我的 iPhone',
  'Get Outlook for iOS<https://aka.ms/x>',
])('the line of a telephone is left out: %s', (line) => {
  expect(shown(`${answer}\n\n${line}\n`)).toBe(answer);
});

test.each([
  'On Monday you may swim. On Friday, as Dr. Fernbrook wrote: no more than 20 minutes.',
  'From: Monday on, take one tablet.\nTo: the end of the week.',
  'Your next visit:\nFrom: 9:00\nTo: 10:00\nDate: Friday, 4 December\n\nPlease do not eat before it.',
  'El dolor es normal. Le escribió:\nsu médica.',
  'Take:\n--\nTwo in the morning\n\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12',
  'De nada.\nPara el lunes: 2 pastillas.',
])('what only looks like a quotation or a signature stays: %s', (text) => {
  expect(shown(text)).toBe(text);
});

test('of any answer nothing is lost, and of any quotation nothing comes along', () => {
  const word = fc.stringMatching(/^[a-zà-ü0-9,.?!]{1,12}$/u);
  const lines = fc.array(
    fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(lines, fc.constantFrom(...Object.values(quotations)), (written, quotation) => {
      const text = written.join('\n');
      expect(shown(`${text}\n\n${quotation}`)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('no text takes long to look through', () => {
  for (const text of [
    'On 1 <'.repeat(30_000),
    `${' '.repeat(200_000)}x`,
    'From:\n'.repeat(30_000),
    '[cid:'.repeat(40_000),
  ])
    expect(onProcessor(() => shown(text)).ms, text.slice(0, 10)).toBeLessThan(2000);
});

describe('a mail that is HTML alone', () => {
  test('has its words line by line, and nothing of what its program quotes', () => {
    const gmail = `<div dir="ltr">Yes &amp; no &lt;3<br>Second line<div><ul><li>one</li><li>two</li></ul></div></div><br>
      <div class="gmail_quote"><div class="gmail_attr">On Mon wrote:<br></div><blockquote class="gmail_quote">Hello</blockquote></div>`;
    expect(shown(textOfHtml(gmail))).toBe('Yes & no <3\nSecond line\n\n- one\n- two');
    const thunderbird = `<p>Come at ten.</p><div class="moz-cite-prefix">On 11/23/26, Portal wrote:</div><blockquote type="cite"><p>May I?</p></blockquote>`;
    expect(shown(textOfHtml(thunderbird))).toBe('Come at ten.');
  });

  test('has nothing of what Outlook puts below a line', () => {
    const outlook = `<html><head><style>p{color:red}</style></head><body><p class="MsoNormal">Come at ten.</p><div><div style="border-top:solid">
      <p class="MsoNormal"><b>From:</b> Portal &lt;no-reply@portal.example&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Team<br><b>Subject:</b> A patient</p></div></div><p>Hello,</p></body></html>`;
    expect(shown(textOfHtml(outlook))).toBe('Come at ten.');
    const web = `<div>Come at ten.</div><hr><div id="divRplyFwdMsg"><b>De :</b> Portal<br><b>Envoyé :</b> lundi<br><b>À :</b> Équipe<br><b>Objet :</b> Un message</div><div>Bonjour</div>`;
    expect(shown(textOfHtml(web))).toBe('Come at ten.');
  });
});
