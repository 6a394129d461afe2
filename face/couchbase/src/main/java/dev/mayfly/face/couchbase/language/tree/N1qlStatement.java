package dev.mayfly.face.couchbase.language.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parsed statement of a request. */
public sealed interface N1qlStatement {
    record Explain(N1qlStatement statement) implements N1qlStatement {}

    /** A statement that begins, ends or controls a transaction. */
    sealed interface Transaction extends N1qlStatement {
        record Start() implements Transaction {}

        record Commit() implements Transaction {}

        /** @param savepoint to which it goes back, or null where the transaction ends */
        record Rollback(@Nullable String savepoint) implements Transaction {}

        record Savepoint(String name) implements Transaction {}

        record SetIsolation() implements Transaction {}
    }

    /**
     * PREPARE.
     *
     * @param name null when the service chooses one
     * @param text of the statement alone
     */
    record Prepare(@Nullable String name, boolean force, N1qlStatement statement, String text)
            implements N1qlStatement {}

    /** EXECUTE of what was prepared, by its name. */
    record Execute(N1qlExpression name, @Nullable N1qlExpression using) implements N1qlStatement {}

    record Select(N1qlQuery query) implements N1qlStatement {}

    /** INSERT or UPSERT of documents that the statement says. */
    record InsertValues(
            boolean upsert,
            Target target,
            List<Tuple> tuples,
            @Nullable Returning returning) implements N1qlStatement {
        public InsertValues {
            tuples = List.copyOf(tuples);
        }

        /** The same in a keyspace whose name is known. */
        public InsertValues in(KeyspaceName name) {
            return new InsertValues(upsert, target.in(name), tuples, returning);
        }
    }

    /** A document to be: its key, its value, and options or null. */
    record Tuple(
            N1qlExpression key,
            @Nullable N1qlExpression value,
            @Nullable N1qlExpression options) {}

    /** INSERT or UPSERT of a document for each row of a query; the tuple is computed of the row. */
    record InsertSelect(
            boolean upsert,
            Target target,
            Tuple tuple,
            N1qlQuery query,
            @Nullable Returning returning) implements N1qlStatement {
        /** The same in a keyspace whose name is known. */
        public InsertSelect in(KeyspaceName name) {
            return new InsertSelect(upsert, target.in(name), tuple, query, returning);
        }
    }

    record Update(
            Target target,
            List<N1qlQuery.Binding> let,
            Changes changes,
            @Nullable N1qlExpression where,
            @Nullable N1qlExpression limit,
            @Nullable Returning returning)
            implements N1qlStatement {
        public Update {
            let = List.copyOf(let);
        }

        /** The same in a keyspace whose name is known. */
        public Update in(KeyspaceName name) {
            return new Update(target.in(name), let, changes, where, limit, returning);
        }
    }

    record Delete(
            Target target,
            List<N1qlQuery.Binding> let,
            @Nullable N1qlExpression where,
            @Nullable N1qlExpression limit,
            @Nullable N1qlExpression offset,
            @Nullable Returning returning)
            implements N1qlStatement {
        public Delete {
            let = List.copyOf(let);
        }

        /** The same in a keyspace whose name is known. */
        public Delete in(KeyspaceName name) {
            return new Delete(target.in(name), let, where, limit, offset, returning);
        }
    }

    /**
     * MERGE.
     *
     * @param byKey whether the condition is the key of the target itself
     */
    record Merge(
            Target target,
            Source source,
            boolean byKey,
            N1qlExpression condition,
            List<N1qlQuery.Binding> let,
            @Nullable MergeUpdate update,
            @Nullable MergeDelete delete,
            @Nullable MergeInsert insert,
            @Nullable N1qlExpression limit,
            @Nullable Returning returning)
            implements N1qlStatement {
        public Merge {
            let = List.copyOf(let);
        }
    }

    record MergeUpdate(Changes changes, @Nullable N1qlExpression where) {}

    record MergeDelete(@Nullable N1qlExpression where) {}

    /** The key is null where it is that of the condition, the value where it is the row of the source. */
    record MergeInsert(
            @Nullable N1qlExpression key,
            @Nullable N1qlExpression value,
            @Nullable N1qlExpression options,
            @Nullable N1qlExpression where) {}

    /**
     * The keyspace that is changed, the name of its documents, and how they are to be found.
     *
     * @param parameter that says the keyspace when the statement runs, and then the name is that of the parameter; or null
     */
    record Target(
            KeyspaceName keyspace, String alias, Source.Hints hints, N1qlExpression.@Nullable Parameter parameter) {
        /** The same, in a keyspace whose name is known. */
        public Target in(KeyspaceName name) {
            return new Target(name, alias, hints, null);
        }
    }

    /** The changes of SET and UNSET. */
    record Changes(List<Assignment> set, List<Removal> unset) {
        public Changes {
            set = List.copyOf(set);
            unset = List.copyOf(unset);
        }
    }

    /**
     * SET of a field.
     *
     * @param meta whether the path leads into what META() shows
     * @param each null when there is no FOR
     */
    record Assignment(
            N1qlExpression path,
            boolean meta,
            N1qlExpression value,
            @Nullable Each each) {}

    record Removal(
            N1qlExpression path, boolean meta, @Nullable Each each) {}

    /** FOR: loops in loops. */
    record Each(
            List<List<N1qlExpression.Loop>> loops, @Nullable N1qlExpression when) {
        public Each {
            loops = List.copyOf(loops);
        }
    }

    record Returning(N1qlQuery.Projection projection) {}

    record CreateScope(KeyspaceName name, boolean ifNotExists) implements N1qlStatement {}

    record DropScope(KeyspaceName name, boolean ifExists) implements N1qlStatement {}

    record CreateCollection(
            KeyspaceName name,
            boolean ifNotExists,
            @Nullable N1qlExpression with) implements N1qlStatement {}

    record DropCollection(KeyspaceName name, boolean ifExists) implements N1qlStatement {}

    record FlushCollection(KeyspaceName name) implements N1qlStatement {}

    /**
     * CREATE INDEX, or CREATE PRIMARY INDEX when there are no keys.
     *
     * @param where which documents stand in it, or null for all
     */
    record CreateIndex(
            KeyspaceName keyspace,
            String name,
            boolean ifNotExists,
            List<IndexKey> keys,
            @Nullable N1qlExpression where,
            @Nullable N1qlExpression with)
            implements N1qlStatement {
        public CreateIndex {
            keys = List.copyOf(keys);
        }
    }

    /**
     * A key of an index.
     *
     * @param each whether every element of the array that the expression makes is a key
     * @param distinct whether equal ones among them are one
     * @param includeMissing whether documents for which it is MISSING stand in the index, for the first key alone
     */
    record IndexKey(N1qlExpression value, boolean each, boolean distinct, boolean descending, boolean includeMissing) {}

    /** DROP INDEX; the name of a primary index is {@code #primary} where none is said. */
    record DropIndex(KeyspaceName keyspace, String name, boolean ifExists) implements N1qlStatement {}

    /**
     * CREATE SEQUENCE.
     *
     * @param options an object of what is said of the sequence
     */
    record CreateSequence(KeyspaceName name, boolean ifNotExists, N1qlExpression options) implements N1qlStatement {}

    record AlterSequence(KeyspaceName name, N1qlExpression options) implements N1qlStatement {}

    record DropSequence(KeyspaceName name, boolean ifExists) implements N1qlStatement {}

    /**
     * CREATE FUNCTION.
     *
     * @param parameters the names of its arguments; null where it takes any number of them
     */
    record CreateFunction(
            KeyspaceName name,
            boolean replace,
            boolean ifNotExists,
            @Nullable List<String> parameters,
            FunctionBody body)
            implements N1qlStatement {
        public CreateFunction {
            parameters = parameters == null ? null : List.copyOf(parameters);
        }
    }

    record DropFunction(KeyspaceName name, boolean ifExists) implements N1qlStatement {}

    record ExecuteFunction(KeyspaceName name, List<N1qlExpression> arguments) implements N1qlStatement {
        public ExecuteFunction {
            arguments = List.copyOf(arguments);
        }
    }

    /** EXPLAIN FUNCTION: the plans of the queries in it. */
    record ExplainFunction(KeyspaceName name) implements N1qlStatement {}

    record BuildIndexes(KeyspaceName keyspace, List<N1qlExpression> names) implements N1qlStatement {
        public BuildIndexes {
            names = List.copyOf(names);
        }
    }
}
