// Starts @musistudio/llms, which is a library without a command: node run.mjs INSTALL_FOLDER CONFIG_FILE.json
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [installFolder = '.', configFile = 'config.json'] = process.argv.slice(2);
const requireFromInstall = createRequire(resolve(join(installFolder, 'package.json')));

// Its ES module entry does not load ("Dynamic require is not supported"), but the CommonJS one does.
const { default: Server } = requireFromInstall('@musistudio/llms');
const server = new Server({ initialConfig: requireFromInstall(resolve(configFile)) });
await server.start();
