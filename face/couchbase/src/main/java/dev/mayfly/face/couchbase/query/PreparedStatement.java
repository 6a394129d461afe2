package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicLong;

/** A statement that was prepared. Safe for concurrent use. */
public final class PreparedStatement {
    /** The feature bits of the service, as the server counts them. */
    public static final long FEATURE_CONTROLS = 76;

    private final String name;
    private final String text;
    private final String source;
    private final QueryContext context;
    private final ExecutableStatement statement;
    private final long generation;
    private final AtomicLong uses;

    /**
     * @param text of the statement that was prepared
     * @param source the whole text of the statement that has prepared it
     */
    PreparedStatement(
            String name,
            String text,
            String source,
            QueryContext context,
            ExecutableStatement statement,
            long generation) {
        this(name, text, source, context, statement, generation, new AtomicLong());
    }

    private PreparedStatement(
            String name,
            String text,
            String source,
            QueryContext context,
            ExecutableStatement statement,
            long generation,
            AtomicLong uses) {
        this.name = name;
        this.text = text;
        this.source = source;
        this.context = context;
        this.statement = statement;
        this.generation = generation;
        this.uses = uses;
    }

    PreparedStatement renewed(ExecutableStatement compiled, long now) {
        return new PreparedStatement(name, text, source, context, compiled, now, uses);
    }

    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    public QueryContext context() {
        return context;
    }

    ExecutableStatement statement() {
        return statement;
    }

    /** Returns the generation of the catalog when it was compiled. */
    long generation() {
        return generation;
    }

    void count() {
        uses.incrementAndGet();
    }

    boolean saysAs(PreparedStatement other) {
        return text.equals(other.text) && context.equals(other.context);
    }

    public String encodedPlan() {
        return new EncodedPlan(name, text, context.text()).encoded();
    }

    /** Returns the answer of PREPARE. */
    N1qlValue row() {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("encoded_plan", N1qlValues.of(encodedPlan()));
        fields.put("featureControls", N1qlValues.of(FEATURE_CONTROLS));
        fields.put("indexApiVersion", N1qlValues.of(4));
        fields.put("name", N1qlValues.of(name));
        fields.put("namespace", N1qlValues.of("default"));
        fields.put("queryContext", N1qlValues.of(context.text()));
        fields.put("signature", statement.signature());
        fields.put("text", N1qlValues.of(source));
        return N1qlValues.object(fields);
    }

    /** Returns its row of system:prepareds. */
    public N1qlValue described() {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("encoded_plan", N1qlValues.of(encodedPlan()));
        fields.put("featuresControl", N1qlValues.of(FEATURE_CONTROLS));
        fields.put("indexApiVersion", N1qlValues.of(4));
        fields.put("name", N1qlValues.of(name));
        fields.put("namespace", N1qlValues.of("default"));
        fields.put("queryContext", N1qlValues.of(context.text()));
        fields.put("statement", N1qlValues.of(source));
        fields.put("uses", N1qlValues.of(uses.get()));
        return N1qlValues.object(fields);
    }
}
