/**
 * The page of the reference about the npm package, as Markdown made by TypeDoc from the types and comments of `npm/src`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from 'typedoc';
import { root } from './shell.mjs';

const FRONT = `---
title: JavaScript
description: The classes, functions and types of the npm package bufferlab, from its sources.
order: 22
---

`;

/**
 * Makes the page.
 *
 * @returns {Promise<string>} with front matter
 */
export async function javascriptPage() {
  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-typedoc-'));
  try {
    // The plugin adds its own options to those of TypeDoc.
    const options = /** @type {import('typedoc').TypeDocOptions} */ ({
      plugin: ['typedoc-plugin-markdown'],
      entryPoints: [join(root, 'npm', 'src', 'index.ts')],
      tsconfig: join(root, '.ci', 'tsconfig.npm.json'),
      logLevel: 'Error',
      skipErrorChecking: true,
      readme: 'none',
      disableSources: true,
      excludeExternals: true,
      excludePrivate: true,
      outputFileStrategy: 'modules',
      entryFileName: 'javascript',
      hideBreadcrumbs: true,
      hideGroupHeadings: true,
      hidePageHeader: true,
      hidePageTitle: true,
      useCodeBlocks: true,
      useHTMLAnchors: true,
      parametersFormat: 'table',
      interfacePropertiesFormat: 'table',
      typeAliasPropertiesFormat: 'table',
      typeDeclarationFormat: 'table',
      propertyMembersFormat: 'table',
      sort: ['source-order'],
      groupOrder: ['Classes', 'Functions', 'Variables', '*'],
      tableColumnSettings: {
        hideDefaults: true,
        hideInherited: true,
        hideModifiers: true,
        hideOverrides: true,
      },
    });
    const application = await Application.bootstrapWithPlugins(options);
    const project = await application.convert();
    if (project === undefined) throw new Error('TypeDoc cannot read npm/src/index.ts.');
    await application.outputs.writeOutput({ name: 'markdown', path: folder }, project);
    return FRONT + readFileSync(join(folder, 'javascript.md'), 'utf8').trimStart();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
