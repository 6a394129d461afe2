package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.query.Prepareds;
import dev.mayfly.face.couchbase.query.QueryContext;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.StatementCompiler;
import dev.mayfly.face.couchbase.query.index.AccessPaths;
import org.jspecify.annotations.Nullable;

/** Makes of the text of a statement what carries it out. Safe for concurrent use. */
public final class N1qlCompiler implements StatementCompiler {
    private final Services services;

    /**
     * What statements stand on.
     *
     * @param paths how documents are found
     * @param system the keyspaces of the namespace {@code system}
     * @param definitions what makes and drops scopes, collections and indexes
     * @param space for what does not fit in memory, or null
     */
    public record Services(
            Keyspaces keyspaces,
            Documents documents,
            AccessPaths paths,
            SystemKeyspaces system,
            Definitions definitions,
            ManifestWitness witness,
            Prepareds prepareds,
            @Nullable SpillSpace space) {
        QueryCompiler.Ground ground() {
            return new QueryCompiler.Ground(keyspaces, paths, system, space);
        }
    }

    public N1qlCompiler(Services services) {
        this.services = services;
    }

    @Override
    public Statement compile(String text, QueryContext context) {
        return new StatementBuilder(services, this, text, context).build(StatementReader.read(text));
    }
}
