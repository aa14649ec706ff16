import { extname } from 'node:path';
import { FileType, LanguageCode } from '@portal/api';
import * as v from 'valibot';
import type { folderFiles } from './folderFiles.ts';
import type { FolderReader } from './folderReader.ts';
import type { ByLanguage, PublishedForm } from './publish.ts';

/** The first bytes of the files that a form may be. A file with such an ending and other first bytes is refused. */
const beginnings: Readonly<Partial<Record<FileType, string>>> = {
  pdf: '%PDF-',
  docx: 'PK',
  xlsx: 'PK',
  odt: 'PK',
  rtf: '{\\rtf',
  png: '\x89PNG',
  jpg: '\xff\xd8\xff',
  txt: '',
};

/** Reads the files that `forms/forms.json` lists. Null: there is no list. */
export async function readForms(
  { faults, notes, fault, bytesOf, namesIn }: FolderReader,
  listed: v.InferOutput<typeof folderFiles.forms> | null,
): Promise<ByLanguage<PublishedForm> | null> {
  const used = new Set(['forms.json']);
  const forms: Partial<Record<LanguageCode, PublishedForm[]>> = {};
  for (const [code, list] of Object.entries(listed ?? {})) {
    const inLanguage = v.safeParse(LanguageCode, code);
    if (!inLanguage.success) continue;
    const published: PublishedForm[] = [];
    for (const [index, { title, description, file, url }] of list.entries()) {
      const place = `forms/forms.json: ${code}.${String(index)}`;
      if ((file === undefined) === (url === undefined)) {
        fault(place, 'needs either a file or a url');
        continue;
      }
      if (url !== undefined) {
        published.push({ title, description, at: { url } });
        continue;
      }
      const name = file ?? '';
      used.add(name);
      const ending = extname(name).slice(1).toLowerCase().replace('jpeg', 'jpg');
      const fileType = v.safeParse(FileType, ending);
      const beginning = fileType.success ? beginnings[fileType.output] : undefined;
      if (!fileType.success || beginning === undefined) {
        fault(`${place}.file`, `has none of the endings ${Object.keys(beginnings).join(', ')}`);
        continue;
      }
      const before = faults.length;
      const bytes = await bytesOf(`forms/${name}`);
      if (bytes === null) {
        if (faults.length === before) fault(`forms/${name}`, 'is missing');
        continue;
      }
      if (bytes.byteLength === 0 || !bytes.subarray(0, beginning.length).equals(Buffer.from(beginning, 'latin1'))) {
        fault(`forms/${name}`, `is no ${fileType.output} file`);
        continue;
      }
      published.push({ title, description, at: { fileType: fileType.output, file: bytes } });
    }
    forms[inLanguage.output] = published;
  }
  const inForms = await namesIn('forms');
  if (inForms.length > 0 && !inForms.includes('forms.json'))
    fault('forms/forms.json', 'is missing: it says what the forms are called');
  else
    for (const name of inForms)
      if (!used.has(name))
        notes.push({ place: `forms/${name}`, reason: 'is in no list of forms.json and was not taken' });
  return listed === null ? null : forms;
}
