package dev.mayfly.face.couchbase.language.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a request asks for. */
public sealed interface Statement {
    record Explain(Statement statement) implements Statement {}

    /** What begins a transaction, ends it, or steers it. */
    sealed interface Transaction extends Statement {
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
    record Prepare(@Nullable String name, boolean force, Statement statement, String text) implements Statement {}

    /** EXECUTE of what was prepared, by its name. */
    record Execute(Expression name, @Nullable Expression using) implements Statement {}

    record Select(Query query) implements Statement {}

    /** INSERT or UPSERT of documents that the statement says. */
    record InsertValues(
            boolean upsert,
            Target target,
            List<Tuple> tuples,
            @Nullable Returning returning) implements Statement {
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
            Expression key,
            @Nullable Expression value,
            @Nullable Expression options) {}

    /** INSERT or UPSERT of a document for each row of a query; the tuple is computed of the row. */
    record InsertSelect(
            boolean upsert,
            Target target,
            Tuple tuple,
            Query query,
            @Nullable Returning returning) implements Statement {
        /** The same in a keyspace whose name is known. */
        public InsertSelect in(KeyspaceName name) {
            return new InsertSelect(upsert, target.in(name), tuple, query, returning);
        }
    }

    record Update(
            Target target,
            List<Query.Binding> let,
            Changes changes,
            @Nullable Expression where,
            @Nullable Expression limit,
            @Nullable Returning returning)
            implements Statement {
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
            List<Query.Binding> let,
            @Nullable Expression where,
            @Nullable Expression limit,
            @Nullable Expression offset,
            @Nullable Returning returning)
            implements Statement {
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
            Expression condition,
            List<Query.Binding> let,
            @Nullable MergeUpdate update,
            @Nullable MergeDelete delete,
            @Nullable MergeInsert insert,
            @Nullable Expression limit,
            @Nullable Returning returning)
            implements Statement {
        public Merge {
            let = List.copyOf(let);
        }
    }

    record MergeUpdate(Changes changes, @Nullable Expression where) {}

    record MergeDelete(@Nullable Expression where) {}

    /** The key is null where it is that of the condition, the value where it is the row of the source. */
    record MergeInsert(
            @Nullable Expression key,
            @Nullable Expression value,
            @Nullable Expression options,
            @Nullable Expression where) {}

    /**
     * The keyspace that is changed, the name of its documents, and how they are to be found.
     *
     * @param parameter that says the keyspace when the statement runs, and then the name is that of the parameter; or null
     */
    record Target(KeyspaceName keyspace, String alias, Source.Hints hints, Expression.@Nullable Parameter parameter) {
        /** The same, in a keyspace whose name is known. */
        public Target in(KeyspaceName name) {
            return new Target(name, alias, hints, null);
        }
    }

    /** What SET and UNSET say. */
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
            Expression path,
            boolean meta,
            Expression value,
            @Nullable Each each) {}

    record Removal(Expression path, boolean meta, @Nullable Each each) {}

    /** FOR: loops in loops. */
    record Each(List<List<Expression.Loop>> loops, @Nullable Expression when) {
        public Each {
            loops = List.copyOf(loops);
        }
    }

    record Returning(Query.Projection projection) {}

    record CreateScope(KeyspaceName name, boolean ifNotExists) implements Statement {}

    record DropScope(KeyspaceName name, boolean ifExists) implements Statement {}

    record CreateCollection(
            KeyspaceName name,
            boolean ifNotExists,
            @Nullable Expression with) implements Statement {}

    record DropCollection(KeyspaceName name, boolean ifExists) implements Statement {}

    record FlushCollection(KeyspaceName name) implements Statement {}

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
            @Nullable Expression where,
            @Nullable Expression with)
            implements Statement {
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
    record IndexKey(Expression value, boolean each, boolean distinct, boolean descending, boolean includeMissing) {}

    /** DROP INDEX; the name of a primary index is {@code #primary} where none is said. */
    record DropIndex(KeyspaceName keyspace, String name, boolean ifExists) implements Statement {}

    record BuildIndexes(KeyspaceName keyspace, List<Expression> names) implements Statement {
        public BuildIndexes {
            names = List.copyOf(names);
        }
    }
}
