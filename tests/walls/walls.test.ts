import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSampleModule, sampleFiles } from '../sampleModule/sampleModule.ts';
import { copyProject, type Outcome, type ProjectCopy } from '../support/projectCopy.ts';

/** What must not compile: a file with one mistake, and the words of the reason that the check gives. */
interface Mistake {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly reason: string;
}

const imports = (what: string) => `import * as planted from '${what}';\nexport const use = planted;\n`;

const forbiddenImports: readonly Mistake[] = [
  {
    name: 'the contract imports the apps',
    file: 'src/api/planted.ts',
    text: imports('../words/locale.ts'),
    reason: 'The contract depends on valibot alone',
  },
  {
    name: 'the contract imports another package',
    file: 'src/api/plantedPackage.ts',
    text: imports('react'),
    reason: 'The contract depends on valibot alone',
  },
  {
    name: 'texts import data',
    file: 'src/words/planted.ts',
    text: imports('../data/config.ts'),
    reason: 'Texts are the lowest layer',
  },
  {
    name: 'a part of the interface imports data',
    file: 'src/ui/planted.ts',
    text: imports('../data/config.ts'),
    reason: 'Parts of the interface know no data and no page',
  },
  {
    name: 'a part of the interface imports Query',
    file: 'src/ui/plantedQuery.ts',
    text: imports('@tanstack/react-query'),
    reason: 'Parts of the interface get their data as props',
  },
  {
    name: 'a part of the interface imports the router',
    file: 'src/ui/plantedRouter.ts',
    text: imports('@tanstack/react-router'),
    reason: 'Only pages and the layout know the router',
  },
  {
    name: 'the browser layer imports data',
    file: 'src/browser/planted.ts',
    text: imports('../data/config.ts'),
    reason: 'it uses texts and the contract',
  },
  {
    name: 'data imports the interface',
    file: 'src/data/planted.ts',
    text: imports('../ui/icons.ts'),
    reason: 'Calls, session and vault know no page',
  },
  {
    name: 'records import a module',
    file: 'src/records/planted.ts',
    text: imports('../modules/appointments/list.ts'),
    reason: 'What pages of a record share knows none of them',
  },
  {
    name: 'a module imports another',
    file: 'src/modules/education/planted.ts',
    text: imports('../appointments/list.ts'),
    reason: 'A module knows no other module',
  },
  {
    name: 'a folder of a module imports another module',
    file: 'src/modules/questionnaires/fill/planted.ts',
    text: imports('../../appointments/list.ts'),
    reason: 'A module knows no other module',
  },
  {
    name: 'a page imports a page of another module',
    file: 'src/modules/education/pages/Planted.ts',
    text: imports('../../appointments/pages/AppointmentsPage.tsx'),
    reason: 'A module knows no other module',
  },
  {
    name: 'a view imports the router',
    file: 'src/modules/education/plantedRouter.ts',
    text: imports('@tanstack/react-router'),
    reason: 'Only pages and the layout know the router',
  },
  {
    name: 'a view imports the layout',
    file: 'src/modules/education/plantedLayout.ts',
    text: imports('../../layout/routing/useLink.ts'),
    reason: 'Views know nothing of what stands around a page',
  },
  {
    name: 'a page goes on past the declared paths',
    file: 'src/modules/education/pages/PlantedLink.ts',
    text: "import { Link } from '@tanstack/react-router';\nexport const use = Link;\n",
    reason: 'whose paths are those of declared pages',
  },
  {
    name: 'the layout imports a module',
    file: 'src/layout/planted.ts',
    text: imports('../modules/education/module.ts'),
    reason: 'The layout draws what modules declare and knows none by name',
  },
  {
    name: 'the kiosk imports the layout',
    file: 'kiosk/planted.ts',
    text: imports('../src/layout/routing/useLink.ts'),
    reason: 'A waiting-room tablet shows questionnaires and nothing else',
  },
  {
    name: 'the kiosk imports another module',
    file: 'kiosk/plantedModule.ts',
    text: imports('../src/modules/education/articles.ts'),
    reason: 'A waiting-room tablet shows questionnaires and nothing else',
  },
  {
    name: 'the kiosk imports pages',
    file: 'kiosk/plantedPage.ts',
    text: imports('../src/modules/questionnaires/pages/completed.ts'),
    reason: 'A waiting-room tablet shows questionnaires and nothing else',
  },
  {
    name: 'the kiosk imports the vault',
    file: 'kiosk/plantedVault.ts',
    text: imports('../src/data/vault/vault.ts'),
    reason: 'The kiosk keeps nothing of a patient on the tablet',
  },
  {
    name: 'a service worker imports an app',
    file: 'sw/planted.ts',
    text: imports('../src/words/locale.ts'),
    reason: 'A service worker starts before any app',
  },
  {
    name: 'the server imports the apps',
    file: 'server/planted.ts',
    text: imports('../src/words/locale.ts'),
    reason: 'The server knows the contract',
  },
  {
    name: 'two files import each other',
    file: 'src/records/plantedCircle.ts',
    text: "import type { Other } from './plantedOther.ts';\nexport type One = Other | 1;\n",
    reason: 'Dependency cycle detected',
  },
];

const page = (change: string) => `import { declareModule, declarePage } from '../../layout/module.ts';
export default declareModule({ name: 'education', pages: [declarePage({
  path: '/planted', title: 'education.title', who: 'signedIn', words: [], capability: 'Education', layout: 'home', tab: null,
  auditEvent: 'educationviewauditevent', load: () => import('./pages/EducationArticlesPage.tsx'), ${change}
})] });
`;
const handler = (body: string) => `import type { Handlers } from '../app/handler.ts';
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
    file: 'server/areas/plantedCode.ts',
    text: handler("throw refuse('lnik_expired');"),
    reason: 'lnik_expired',
  },
  {
    name: 'a wire code that the call does not declare',
    file: 'server/areas/plantedUndeclared.ts',
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

// All mistakes are planted at once, each in a file of its own, so that the project is checked once.
beforeAll(async () => {
  copy = await copyProject();
  for (const { file, text } of [...forbiddenImports, ...misspellings]) await copy.write(file, text);
  await copy.write(
    'src/records/plantedOther.ts',
    "import type { One } from './plantedCircle.ts';\nexport type Other = One | 2;\n",
  );
  await addSampleModule(copy);
  said = await copy.types();
}, 240_000);
afterAll(() => copy.delete());

/** What the checks say of a file: from each place that names it to the next blank line or the next file. */
const saidOf = (file: string): string =>
  said.output
    .split(/\n(?=\S+\.tsx?\(\d)|\n\n/)
    .filter((part) => part.includes(`${file}(`) || part.includes(`[${file}:`))
    .join('\n');

test.each(forbiddenImports)('$name: refused, with the reason', ({ file, reason }) => {
  expect(saidOf(file)).toContain(reason);
});

test.each(misspellings)('$name, misspelt: does not compile', ({ file, reason }) => {
  expect(saidOf(file)).toContain(reason);
});

test('the sample module: its types are right, and it passes every wall', async () => {
  const files = await sampleFiles();
  expect(files).toContain('src/modules/letters/module.ts');
  expect(files.map(saidOf).filter((reasons) => reasons !== '')).toEqual([]);
});
