// Makes openapi/kubernetes-1.36.json from the OpenAPI v3 documents of a cluster:
//   tsx src/api/generate/trim.ts DIRECTORY
// Only needed when the Kubernetes version changes; `npm run generate` reads the trimmed file.
import { fileURLToPath } from 'node:url';
import { type OpenApiSchema, reachable, readDocuments, rootNames, writeSchemas } from './document.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('usage: tsx src/api/generate/trim.ts DIRECTORY');

const merged = readDocuments(directory);
const wanted = reachable(merged, [...rootNames(merged), 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta']);
const trimmed: Record<string, OpenApiSchema> = {};
for (const name of wanted) {
  const schema = merged[name];
  if (schema === undefined) throw new Error(`schema ${name} is referred to but not there`);
  trimmed[name] = schema;
}
writeSchemas(fileURLToPath(new URL('../openapi/kubernetes-1.36.json', import.meta.url)), trimmed);
