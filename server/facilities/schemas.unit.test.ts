import { toJsonSchema } from '@valibot/to-json-schema';
import { format } from 'oxfmt';
import { expect, test } from 'vitest';
import { folderFiles } from './folderFiles.ts';

/** Every file may name its schema, whatever else its keys must be. */
const schemaName = '$schema';
const title = 'A file of a facility’s folder; made from server/facilities/folderFiles.ts';

test.each(Object.entries(folderFiles))(
  'the JSON Schema of %s is the one that the import checks (npx vitest run --project unit server/facilities -u writes it)',
  async (name, file) => {
    // What a schema cannot say, such as that a file exists, `facility check` tells.
    const { properties, propertyNames, ...rest } = toJsonSchema(file, { typeMode: 'input', errorMode: 'ignore' });
    const written = {
      ...rest,
      title,
      properties: { [schemaName]: { type: 'string' }, ...properties },
      ...(propertyNames === undefined ? {} : { propertyNames: { anyOf: [{ const: schemaName }, propertyNames] } }),
    };
    const { code } = await format('schema.json', JSON.stringify(written), { printWidth: 120 });
    await expect(code).toMatchFileSnapshot(`../docs/schemas/${name}.schema.json`);
  },
);
