import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSampleModule, sampleFiles } from '../sampleModule/sampleModule.ts';
import { copyProject, type Outcome, type ProjectCopy } from '../support/projectCopy.ts';
import { circlesOf, readImports } from './imports.ts';

/** Code that must not compile: a file with one mistake, and words of the error message. */
interface Mistake {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly reason: string;
}

const pastDeclaredPaths: Mistake = {
  name: 'a page goes on past the declared paths',
  file: 'src/modules/education/pages/PlantedLink.ts',
  text: "import { Link } from '@tanstack/react-router';\nexport const use = Link;\n",
  reason: 'whose paths are those of declared pages',
};

const page = (change: string) => `import { declareModule, declarePage } from '../../layout/module.ts';
export default declareModule({ name: 'education', pages: [declarePage({
  path: '/planted', title: 'education.title', who: 'signedIn', words: [], capability: 'Education', layout: 'home',
  auditEvent: 'educationviewauditevent', load: () => import('./pages/EducationArticlesPage.tsx'), ${change}
})] });
`;
const handler = (body: string) => `import type { Handlers } from '../http/handler.ts';
export const planted: Pick<Handlers, 'listFaqs'> = { async listFaqs({ refuse }) { ${body} } };
`;

const misspellings: readonly Mistake[] = [
  {
    name: 'a capability of a page',
    file: 'src/modules/education/plantedCapability/module.ts',
    text: page("capability: 'Educatoin'")
      .replaceAll("'../../layout", "'../../../layout")
      .replace('./pages', '../pages'),
    reason: '\'"Educatoin"\' is not assignable',
  },
  {
    name: 'an audit event of a page',
    file: 'src/modules/education/plantedEvent/module.ts',
    text: page("auditEvent: 'educationviewauditevnt'")
      .replaceAll("'../../layout", "'../../../layout")
      .replace('./pages', '../pages'),
    reason: 'educationviewauditevnt',
  },
  {
    name: 'a text',
    file: 'src/modules/education/plantedText.ts',
    text: "import { words } from '../../words/index.ts';\nexport const use = words().t('education.titel');\n",
    reason: '\'"education.titel"\' is not assignable',
  },
  {
    name: 'a path in a link',
    file: 'src/modules/education/pages/plantedPath.ts',
    text: "import { useLink } from '../../../layout/routing/useLink.ts';\nexport const useIt = () => useLink()('/contact-uss');\n",
    reason: '\'"/contact-uss"\' is not assignable',
  },
  {
    name: 'a path that is gone to',
    file: 'src/modules/education/pages/plantedStep.ts',
    text: "import { useNavigate } from '../../../layout/routing/useNavigate.ts';\nexport const useIt = () => useNavigate()({ to: '/dashbord' });\n",
    reason: '\'"/dashbord"\' is not assignable',
  },
  {
    name: 'a token of the visual language',
    file: 'src/ui/planted.css.ts',
    text: "import { token } from './contract.css.ts';\nexport const use = token.brnadSolid;\n",
    reason: "Did you mean 'brandSolid'?",
  },
  {
    name: 'a call by its name',
    file: 'src/api/plantedInvalidates.ts',
    text: `import { calls } from './calls.ts';\nexport const use: (typeof calls)['listFaqz'] = calls.listFaqs;\n`,
    reason: 'listFaqz',
  },
  {
    name: 'an event of the audit',
    file: 'server/audit/planted.ts',
    text: "import type { AuditEntry } from './audit.ts';\nexport const use: AuditEntry['type'] = 'contact.chnaged';\n",
    reason: 'contact.chnaged',
  },
  {
    name: 'a wire code that no call knows',
    file: 'server/contacts/plantedCode.ts',
    text: handler("throw refuse('lnik_expired');"),
    reason: 'lnik_expired',
  },
  {
    name: 'a wire code that the call does not declare',
    file: 'server/contacts/plantedUndeclared.ts',
    text: handler("throw refuse('link_expired');"),
    reason: 'link_expired',
  },
  {
    name: 'a wire code that the client asks for',
    file: 'src/data/plantedCode.ts',
    text: "import { listFaqs } from '@portal/api';\nimport { refusalOf } from './errors.ts';\nexport const use = refusalOf(listFaqs, null) === 'link_expired';\n",
    reason: 'no overlap',
  },
  {
    name: 'a parameter of a statement',
    file: 'server/db/planted.ts',
    text: "import { type Db, statement } from './pool.ts';\nconst drop = statement('planted.drop', 'delete from contacts where id = $contactId');\nexport const use = (db: Db) => db.run(drop, { contactID: 1 });\n",
    reason: 'contactID',
  },
];

let copy: ProjectCopy;
let said: Outcome;

// All mistakes are added at once, each in a separate file, so that the project is checked only once.
beforeAll(async () => {
  copy = await copyProject();
  for (const { file, text } of [pastDeclaredPaths, ...misspellings]) await copy.write(file, text);
  await addSampleModule(copy);
  said = await copy.types();
}, 600_000);
afterAll(() => copy.delete());

/** What the checks report about a file: from each place that names it to the next blank line or the next file. */
const saidOf = (file: string): string =>
  said.output
    .split(/\n(?=\S+\.tsx?\(\d)|\n\n/)
    .filter((part) => part.includes(`${file}(`) || part.includes(`[${file}:`))
    .join('\n');

test(pastDeclaredPaths.name, () => {
  expect(saidOf(pastDeclaredPaths.file)).toContain(pastDeclaredPaths.reason);
});

test.each(misspellings)('$name, misspelt: does not compile', ({ file, reason }) => {
  expect(saidOf(file)).toContain(reason);
});

test('the sample module: its types are right, and it passes every wall', async () => {
  const files = await sampleFiles();
  expect(files).toContain('src/modules/letters/module.ts');
  expect(files.map(saidOf).filter((reasons) => reasons !== '')).toEqual([]);
  const imports = readImports(copy.folder);
  // The table of the copy, because its order of the server's rooms includes the sample module.
  const { refusalOf }: typeof import('./table.ts') = await import(
    /* @vite-ignore */ pathToFileURL(join(copy.folder, 'tests/walls/table.ts')).href
  );
  expect(
    files.flatMap((file) => imports.get(file)?.map(({ to }) => refusalOf(file, to)) ?? []).filter(Boolean),
  ).toEqual([]);
  expect(circlesOf(imports)).toEqual([]);
});
