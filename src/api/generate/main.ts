// npm run generate: src/api/openapi -> src/api/generated and public/k8s-schema-1.36.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSchemas } from './document.ts';
import { writeEditorSchema } from './editor-writer.ts';
import { writeSchema } from './schema-writer.ts';
import { writeTypes } from './types-writer.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const schemas = readSchemas(at('../openapi/kubernetes-1.36.json'));
mkdirSync(at('../generated'), { recursive: true });
mkdirSync(at('../../../public'), { recursive: true });
writeFileSync(at('../generated/types.ts'), writeTypes(schemas));
writeFileSync(at('../generated/schema-data.ts'), writeSchema(schemas));
writeFileSync(at('../../../public/k8s-schema-1.36.json'), writeEditorSchema(schemas));
