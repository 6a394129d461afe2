package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest prepared statements, by name. A statement is compiled again when collections or indexes have changed
 * since. Those that users have named are known to all servers of a cluster; the others to the one that has prepared them, for
 * clients prepare them again where they are missing. Safe for concurrent use.
 */
public final class PreparedStatements {
    /** Limit on the statements kept; beyond it the least recently used are lost. */
    public static final int STATEMENTS_MAX = 16_384;

    private static final int MISSING = 4040;
    private static final int NAME_TAKEN = 4060;

    private final LongSupplier generation;
    private final @Nullable SharedPlans shared;
    /** The names of those here that other servers know; guarded by the map. */
    private final Set<String> sharedNames = new HashSet<>();

    private final Map<String, PreparedStatement> byName = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PreparedStatement> eldest) {
            return size() > STATEMENTS_MAX;
        }
    };

    /** @param generation grows whenever a statement may have to be planned anew */
    public PreparedStatements(LongSupplier generation) {
        this(generation, null);
    }

    /** @param shared those of all servers; null for a server alone */
    public PreparedStatements(LongSupplier generation, @Nullable SharedPlans shared) {
        this.generation = generation;
        this.shared = shared;
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
        return new Preparation(this, prepared, force || name == null, name != null);
    }

    /** @throws N1qlException when there is none of this name */
    public PreparedStatement find(String name, StatementCompiler compiler) {
        PreparedStatement found = get(name);
        SharedPlans plans = shared;
        EncodedPlan plan = found != null || plans == null ? null : plans.get(name);
        if (plan != null) {
            found = compiled(name, plan, compiler);
            put(found, true);
        }
        if (found == null) {
            throw new N1qlException(MISSING, "No such prepared statement: " + name);
        }
        return found;
    }

    private PreparedStatement compiled(String name, EncodedPlan plan, StatementCompiler compiler) {
        QueryContext context = QueryContext.of(plan.context());
        ExecutableStatement compiled = compiler.compile(plan.text(), context);
        return new PreparedStatement(
                name, plan.text(), "PREPARE " + plan.text(), context, compiled, generation.getAsLong());
    }

    /** The statement of this name, else the one that the plan holds, which is kept from now on. */
    public PreparedStatement find(String name, String encodedPlan, StatementCompiler compiler) {
        PreparedStatement found = get(name);
        EncodedPlan plan = found == null ? EncodedPlan.decode(encodedPlan) : null;
        if (plan == null) {
            return find(name, compiler);
        }
        plan.requireName(name);
        PreparedStatement prepared = compiled(name, plan, compiler);
        put(prepared, false);
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
        takeOver();
        synchronized (byName) {
            return byName.get(name);
        }
    }

    /** Forgets what other servers have replaced or deleted. */
    private void takeOver() {
        if (shared != null) {
            shared.ifChanged(this::takeOver);
        }
    }

    private void takeOver(Map<String, EncodedPlan> all) {
        synchronized (byName) {
            byName.values().removeIf(here -> {
                EncodedPlan there = all.get(here.name());
                return there == null ? sharedNames.contains(here.name()) : !isSame(here, there);
            });
            sharedNames.retainAll(byName.keySet());
        }
    }

    private static boolean isSame(PreparedStatement here, EncodedPlan there) {
        return here.text().equals(there.text()) && here.context().text().equals(there.context());
    }

    private void put(PreparedStatement prepared, boolean isShared) {
        synchronized (byName) {
            byName.put(prepared.name(), prepared);
            if (isShared) {
                sharedNames.add(prepared.name());
            }
        }
    }

    /**
     * @param isNamed whether its user has named it
     * @throws N1qlException when another statement has the name
     */
    void keep(PreparedStatement prepared, boolean force, boolean isNamed) {
        PreparedStatement before = get(prepared.name());
        SharedPlans plans = isNamed ? shared : null;
        EncodedPlan there = plans == null ? null : plans.get(prepared.name());
        boolean isTaken = (before != null && !before.saysAs(prepared)) || (there != null && !isSame(prepared, there));
        if (isTaken && !force) {
            throw new N1qlException(NAME_TAKEN, "Unable to add name: duplicate name: " + prepared.name());
        }
        if (plans != null && (there == null || isTaken)) {
            plans.put(prepared);
        }
        put(prepared, plans != null);
    }

    /** @return whether there was one */
    public boolean forget(String name) {
        SharedPlans plans = shared;
        boolean isThere = plans != null && plans.get(name) != null;
        if (plans != null && isThere) {
            plans.delete(name);
        }
        synchronized (byName) {
            sharedNames.remove(name);
            return byName.remove(name) != null || isThere;
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
        private final boolean isNamed;

        Preparation(PreparedStatements prepareds, PreparedStatement prepared, boolean force, boolean isNamed) {
            this.prepareds = prepareds;
            this.prepared = prepared;
            this.force = force;
            this.isNamed = isNamed;
        }

        public PreparedStatement prepared() {
            return prepared;
        }

        /** Keeps it without an answer. */
        public void keep() {
            prepareds.keep(prepared, force, isNamed);
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
