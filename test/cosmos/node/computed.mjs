// Computed properties as applications in JavaScript define and query them.
import { run, show, refused } from './support.mjs';

await run(async (client) => {
  const { database } = await client.databases.create({ id: 'computed' });
  const definition = (computedProperties, includedPaths) => ({
    id: 'people', partitionKey: { paths: ['/id'] }, computedProperties, indexingPolicy: { includedPaths },
  });
  const lower = { name: 'cp_lower', query: 'SELECT VALUE LOWER(c.name) FROM c' };
  const year = { name: 'cp_year', query: 'SELECT VALUE LEFT(c.born, 4) FROM c' };
  const { container, resource } = await database.containers.create(definition([lower, year], [{ path: '/*' }, { path: '/cp_year/?' }]));
  show('defined', resource.computedProperties);
  for (const [id, name, born] of [['1', 'Ann', '1990-02-01'], ['2', 'BEN', '1985-07-12'], ['3', 'Cat', '1990-11-30']]) {
    await container.items.create({ id, name, born });
  }
  const all = (text) => container.items.query(text).fetchAll().then((answer) => answer.resources);
  show('filtered', await all("SELECT c.id, c.cp_lower FROM c WHERE c.cp_lower = 'ben'"));
  show('grouped', (await all('SELECT c.cp_year, COUNT(1) AS n FROM c GROUP BY c.cp_year')).map((each) => `${each.cp_year} ${each.n}`).sort());
  show('sorted', await all('SELECT VALUE c.id FROM c ORDER BY c.cp_year'));
  show('not sorted', await refused(() => all('SELECT VALUE c.id FROM c ORDER BY c.cp_lower')));
  show('whole', (await all("SELECT * FROM c WHERE c.id = '1'")).map((each) => 'cp_lower' in each));
  await container.replace(definition([{ ...lower, query: 'SELECT VALUE UPPER(c.name) FROM c' }], [{ path: '/*' }]));
  show('replaced', (await all('SELECT VALUE c.cp_lower FROM c')).sort());
  show('bad', await refused(() => container.replace(definition([{ name: 'id', query: lower.query }], [{ path: '/*' }]))));
});
