package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The statements that were prepared, by name: the latest so many. A statement is compiled again when what there is of
 * collections and indexes has changed since. Safe for concurrent use.
 */
public final class Prepareds {
    /** Whoever prepares more loses those that nobody has used for longest. */
    public static final int STATEMENTS_MAX = 16_384;

    private static final int MISSING = 4040;
    private static final int NAME_TAKEN = 4060;

    private final LongSupplier generation;
    private final Map<String, Prepared> byName = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Prepared> eldest) {
            return size() > STATEMENTS_MAX;
        }
    };

    /** @param generation grows whenever a statement may have to be planned anew */
    public Prepareds(LongSupplier generation) {
        this.generation = generation;
    }

    /**
     * The statement PREPARE itself, which keeps what was compiled and answers under which name.
     *
     * @param name null for one that follows from the text
     * @param force whether it takes the place of another one of its name
     * @param text of the statement to be prepared
     * @param source the whole text of the statement that prepares it
     */
    public Preparation preparing(
            @Nullable String name,
            boolean force,
            String text,
            String source,
            QueryContext context,
            Statement compiled) {
        String known = name == null ? EncodedPlan.nameOf(text, context) : name;
        Prepared prepared = new Prepared(known, text, source, context, compiled, generation.getAsLong());
        return new Preparation(this, prepared, force || name == null);
    }

    /** @throws QueryException when there is none of this name */
    public Prepared find(String name) {
        Prepared found = get(name);
        if (found == null) {
            throw new QueryException(MISSING, "No such prepared statement: " + name);
        }
        return found;
    }

    /** The statement of this name, else the one that the plan holds, which is kept from now on. */
    public Prepared find(String name, String encodedPlan, StatementCompiler compiler) {
        Prepared found = get(name);
        EncodedPlan plan = found == null ? EncodedPlan.decode(encodedPlan) : null;
        if (plan == null) {
            return find(name);
        }
        plan.requireName(name);
        QueryContext context = QueryContext.of(plan.context());
        Statement compiled = compiler.compile(plan.text(), context);
        Prepared prepared =
                new Prepared(name, plan.text(), "PREPARE " + plan.text(), context, compiled, generation.getAsLong());
        put(prepared);
        return prepared;
    }

    /** What runs it now. */
    public Statement statement(Prepared prepared, StatementCompiler compiler) {
        prepared.count();
        long now = generation.getAsLong();
        if (prepared.generation() == now) {
            return prepared.statement();
        }
        Statement compiled = compiler.compile(prepared.text(), prepared.context());
        Prepared renewed = prepared.renewed(compiled, now);
        synchronized (byName) {
            byName.replace(prepared.name(), prepared, renewed);
        }
        return compiled;
    }

    private @Nullable Prepared get(String name) {
        synchronized (byName) {
            return byName.get(name);
        }
    }

    private void put(Prepared prepared) {
        synchronized (byName) {
            byName.put(prepared.name(), prepared);
        }
    }

    /** @throws QueryException when another statement has the name */
    void keep(Prepared prepared, boolean force) {
        synchronized (byName) {
            Prepared before = byName.get(prepared.name());
            if (before != null && !force && !before.saysAs(prepared)) {
                throw new QueryException(NAME_TAKEN, "Unable to add name: duplicate name: " + prepared.name());
            }
            byName.put(prepared.name(), prepared);
        }
    }

    /** @return whether there was one */
    public boolean forget(String name) {
        synchronized (byName) {
            return byName.remove(name) != null;
        }
    }

    public List<Prepared> all() {
        synchronized (byName) {
            return List.copyOf(byName.values());
        }
    }

    /** What PREPARE makes. */
    public static final class Preparation implements Statement {
        private final Prepareds prepareds;
        private final Prepared prepared;
        private final boolean force;

        Preparation(Prepareds prepareds, Prepared prepared, boolean force) {
            this.prepareds = prepareds;
            this.prepared = prepared;
            this.force = force;
        }

        public Prepared prepared() {
            return prepared;
        }

        /** Keeps it without an answer. */
        public void keep() {
            prepareds.keep(prepared, force);
        }

        @Override
        public Value signature() {
            return Values.of("json");
        }

        @Override
        public StatementRole role() {
            return StatementRole.DATA;
        }

        @Override
        public String type() {
            return "PREPARE";
        }

        @Override
        public boolean isReadOnly() {
            return true;
        }

        @Override
        public void run(Execution execution, RowSink rows) {
            keep();
            rows.row(prepared.row());
        }
    }
}
