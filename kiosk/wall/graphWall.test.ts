import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { graphWall } from './graphWall.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A project of the given files, built as the kiosk is; resolves with what the build said, or null when it passed. */
async function buildOf(files: Readonly<Record<string, string>>): Promise<string | null> {
  const root = await mkdtemp(join(tmpdir(), 'wall-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  try {
    await build({
      configFile: false,
      root: join(root, 'kiosk'),
      logLevel: 'silent',
      plugins: [graphWall(root)],
      build: { write: false, rollupOptions: { input: join(root, 'kiosk/main.ts') } },
    });
    return null;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

const house = {
  'kiosk/main.ts': "import '../src/modules/questionnaires/fill.ts';",
  'src/modules/questionnaires/fill.ts': "import '../../data/session.ts'; document.title = 'fill';",
  'src/data/session.ts': "document.title = 'session';",
  'src/data/drafts/kiosk.ts': "document.title = 'drafts';",
  'src/data/drafts/portal.ts': "import '../vault/vault.ts'; document.title = 'portal drafts';",
  'src/data/vault/vault.ts': "document.title = 'vault';",
  'src/layout/footer.ts': "document.title = 'footer';",
  'src/modules/messages/inbox.ts': "document.title = 'inbox';",
};

describe('the wall around the kiosk', () => {
  it('lets the questionnaires and what they need through', async () => {
    expect(
      await buildOf({
        ...house,
        'kiosk/main.ts': "import '../src/modules/questionnaires/fill.ts'; import '../src/data/drafts/kiosk.ts';",
      }),
    ).toBeNull();
  });

  it('fails the build when the shell comes in, and says how it came', async () => {
    const said = await buildOf({ ...house, 'src/data/session.ts': "import '../layout/footer.ts';" });
    expect(said).toContain('src/layout/footer.ts');
    expect(said).toContain(
      'kiosk/main.ts > src/modules/questionnaires/fill.ts > src/data/session.ts > src/layout/footer.ts',
    );
  });

  it('fails the build for another feature that is only loaded later', async () => {
    expect(await buildOf({ ...house, 'kiosk/main.ts': "void import('../src/modules/messages/inbox.ts');" })).toContain(
      'nothing else of a record',
    );
  });

  it('fails the build for the vault and for the drafts that are kept in it', async () => {
    const said = await buildOf({ ...house, 'kiosk/main.ts': "void import('../src/data/drafts/portal.ts');" });
    expect(said).toContain('src/data/drafts/portal.ts');
    expect(said).toContain('src/data/vault/vault.ts');
    expect(said).toContain('the kiosk keeps nothing');
  });
});
