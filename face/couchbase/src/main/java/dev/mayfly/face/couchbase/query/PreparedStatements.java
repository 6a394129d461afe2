package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest prepared statements, by name. A statement is compiled again when collections or indexes have changed
 * since. Safe for concurrent use.
 */
public final class PreparedStatements {
    /** Limit on the statements kept; beyond it the least recently used are lost. */
    public static final int STATEMENTS_MAX = 16_384;

    private static final int MISSING = 4040;
    private static final int NAME_TAKEN = 4060;

    private final LongSupplier generation;
    private final Map<String, PreparedStatement> byName = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PreparedStatement> eldest) {
            return size() > STATEMENTS_MAX;
        }
    };

    /** @param generation grows whenever a statement may have to be planned anew */
    public PreparedStatements(LongSupplier generation) {
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
            ExecutableStatement compiled) {
        String known = name == null ? EncodedPlan.nameOf(text, context) : name;
        PreparedStatement prepared =
                new PreparedStatement(known, text, source, context, compiled, generation.getAsLong());
        return new Preparation(this, prepared, force || name == null);
    }

    /** @throws N1qlException when there is none of this name */
    public PreparedStatement find(String name) {
        PreparedStatement found = get(name);
        if (found == null) {
            throw new N1qlException(MISSING, "No such prepared statement: " + name);
        }
        return found;
    }

    /** The statement of this name, else the one that the plan holds, which is kept from now on. */
    public PreparedStatement find(String name, String encodedPlan, StatementCompiler compiler) {
        PreparedStatement found = get(name);
        EncodedPlan plan = found == null ? EncodedPlan.decode(encodedPlan) : null;
        if (plan == null) {
            return find(name);
        }
        plan.requireName(name);
        QueryContext context = QueryContext.of(plan.context());
        ExecutableStatement compiled = compiler.compile(plan.text(), context);
        PreparedStatement prepared = new PreparedStatement(
                name, plan.text(), "PREPARE " + plan.text(), context, compiled, generation.getAsLong());
        put(prepared);
        return prepared;
    }

    /** Returns the current executable form of a prepared statement. */
    public ExecutableStatement statement(PreparedStatement prepared, StatementCompiler compiler) {
        prepared.count();
        long now = generation.getAsLong();
        if (prepared.generation() == now) {
            return prepared.statement();
        }
        ExecutableStatement compiled = compiler.compile(prepared.text(), prepared.context());
        PreparedStatement renewed = prepared.renewed(compiled, now);
        synchronized (byName) {
            byName.replace(prepared.name(), prepared, renewed);
        }
        return compiled;
    }

    private @Nullable PreparedStatement get(String name) {
        synchronized (byName) {
            return byName.get(name);
        }
    }

    private void put(PreparedStatement prepared) {
        synchronized (byName) {
            byName.put(prepared.name(), prepared);
        }
    }

    /** @throws N1qlException when another statement has the name */
    void keep(PreparedStatement prepared, boolean force) {
        synchronized (byName) {
            PreparedStatement before = byName.get(prepared.name());
            if (before != null && !force && !before.saysAs(prepared)) {
                throw new N1qlException(NAME_TAKEN, "Unable to add name: duplicate name: " + prepared.name());
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

    public List<PreparedStatement> all() {
        synchronized (byName) {
            return List.copyOf(byName.values());
        }
    }

    /** The execution of PREPARE. */
    public static final class Preparation implements ExecutableStatement {
        private final PreparedStatements prepareds;
        private final PreparedStatement prepared;
        private final boolean force;

        Preparation(PreparedStatements prepareds, PreparedStatement prepared, boolean force) {
            this.prepareds = prepareds;
            this.prepared = prepared;
            this.force = force;
        }

        public PreparedStatement prepared() {
            return prepared;
        }

        /** Keeps it without an answer. */
        public void keep() {
            prepareds.keep(prepared, force);
        }

        @Override
        public N1qlValue signature() {
            return N1qlValues.of("json");
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
        public void run(StatementExecution execution, RowSink rows) {
            keep();
            rows.row(prepared.row());
        }
    }
}
