package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.PreparedStatements;
import dev.mayfly.face.couchbase.query.StatementCompiler;
import dev.mayfly.face.couchbase.query.function.FunctionSandbox;
import dev.mayfly.face.couchbase.query.function.StoredFunctions;
import dev.mayfly.face.couchbase.query.index.AccessPaths;
import dev.mayfly.face.couchbase.query.index.Definitions;
import dev.mayfly.face.couchbase.query.operator.Keyspaces;
import dev.mayfly.face.couchbase.query.operator.SystemKeyspaces;
import dev.mayfly.face.couchbase.query.sequence.Sequences;
import org.jspecify.annotations.Nullable;

/** Compiles the text of a statement into an executable one. Safe for concurrent use. */
public final class N1qlCompiler implements StatementCompiler {
    private final Services services;

    /**
     * The services that statements need.
     *
     * @param paths finds documents
     * @param system the keyspaces of the namespace {@code system}
     * @param functions that users have made
     * @param sandbox of functions in JavaScript
     * @param definitions makes and drops scopes, collections and indexes
     * @param space for data that does not fit in memory, or null
     */
    public record Services(
            Keyspaces keyspaces,
            Documents documents,
            AccessPaths paths,
            SystemKeyspaces system,
            Sequences sequences,
            StoredFunctions functions,
            FunctionSandbox sandbox,
            Definitions definitions,
            ManifestWitness witness,
            PreparedStatements prepareds,
            @Nullable SpillSpace space) {
        QueryCompiler.Ground ground() {
            return new QueryCompiler.Ground(keyspaces, paths, system, sequences, functions, sandbox, space);
        }
    }

    public N1qlCompiler(Services services) {
        this.services = services;
    }

    @Override
    public ExecutableStatement compile(String text, QueryContext context) {
        return new StatementBuilder(services, this, text, context).build(StatementReader.read(text));
    }
}
