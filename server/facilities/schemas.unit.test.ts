import { toJsonSchema } from '@valibot/to-json-schema';
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
    await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(`../docs/schemas/${name}.schema.json`);
  },
);
