package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicLong;

/** A statement that was prepared. Safe for concurrent use. */
public final class Prepared {
    /** What the service can do, as the server counts it. */
    public static final long FEATURE_CONTROLS = 76;

    private final String name;
    private final String text;
    private final String source;
    private final QueryContext context;
    private final Statement statement;
    private final long generation;
    private final AtomicLong uses;

    /**
     * @param text of the statement that was prepared
     * @param source the whole text of the statement that has prepared it
     */
    Prepared(String name, String text, String source, QueryContext context, Statement statement, long generation) {
        this(name, text, source, context, statement, generation, new AtomicLong());
    }

    private Prepared(
            String name,
            String text,
            String source,
            QueryContext context,
            Statement statement,
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

    Prepared renewed(Statement compiled, long now) {
        return new Prepared(name, text, source, context, compiled, now, uses);
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

    Statement statement() {
        return statement;
    }

    /** Of the catalog, when it was compiled. */
    long generation() {
        return generation;
    }

    void count() {
        uses.incrementAndGet();
    }

    boolean saysAs(Prepared other) {
        return text.equals(other.text) && context.equals(other.context);
    }

    public String encodedPlan() {
        return new EncodedPlan(name, text, context.text()).encoded();
    }

    /** What PREPARE answers. */
    Value row() {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("encoded_plan", Values.of(encodedPlan()));
        fields.put("featureControls", Values.of(FEATURE_CONTROLS));
        fields.put("indexApiVersion", Values.of(4));
        fields.put("name", Values.of(name));
        fields.put("namespace", Values.of("default"));
        fields.put("queryContext", Values.of(context.text()));
        fields.put("signature", statement.signature());
        fields.put("text", Values.of(source));
        return Values.object(fields);
    }

    /** What system:prepareds shows. */
    public Value described() {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("encoded_plan", Values.of(encodedPlan()));
        fields.put("featuresControl", Values.of(FEATURE_CONTROLS));
        fields.put("indexApiVersion", Values.of(4));
        fields.put("name", Values.of(name));
        fields.put("namespace", Values.of("default"));
        fields.put("queryContext", Values.of(context.text()));
        fields.put("statement", Values.of(source));
        fields.put("uses", Values.of(uses.get()));
        return Values.object(fields);
    }
}
