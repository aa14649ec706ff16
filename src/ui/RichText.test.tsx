import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ContentLang, ContentText } from './contentLang.tsx';
import { RichText } from './RichText.tsx';

test('a text in another language than the page says so, whole or within a line', () => {
  expect(renderToStaticMarkup(<RichText html="Llámenos" lang="es-MX" />)).toMatch(
    /^<div [^>]*lang="es-MX"[^>]*>Llámenos<\/div>$/,
  );
  expect(renderToStaticMarkup(<RichText html="Llámenos" lang="es-MX" inline />)).toBe(
    '<span lang="es-MX">Llámenos</span>',
  );
  expect(renderToStaticMarkup(<RichText html="Call us" inline />)).toBe('Call us');
});

test('texts of contents take the language of what they are in, and the words of the page between them do not', () => {
  const html = renderToStaticMarkup(
    <ContentLang value="en">
      <RichText html="How are you?" inline /> <b>Obligatorio</b> <ContentText>Very well</ContentText>
    </ContentLang>,
  );
  expect(html).toBe('<span lang="en">How are you?</span> <b>Obligatorio</b> <span lang="en">Very well</span>');
  expect(renderToStaticMarkup(<ContentText>Very well</ContentText>)).toBe('Very well');
});
