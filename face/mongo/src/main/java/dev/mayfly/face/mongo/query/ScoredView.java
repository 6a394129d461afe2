package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import org.bson.BsonDouble;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A document whose score in a search for words can be asked for as if it were one of its fields. */
final class ScoredView implements View {
    private static final String FIELD = MetaVariables.field(MetaVariables.TEXT_SCORE);

    private final View body;
    private final double score;

    ScoredView(View body, double score) {
        this.body = body;
        this.score = score;
    }

    @Override
    public @Nullable View field(String name) {
        return name.equals(FIELD) ? TreeView.of(new BsonDouble(score)) : body.field(name);
    }

    @Override
    public ValueType type() {
        return body.type();
    }

    @Override
    public @Nullable View element(int index) {
        return body.element(index);
    }

    @Override
    public Fields fields() {
        return body.fields();
    }

    @Override
    public int intValue() {
        return body.intValue();
    }

    @Override
    public long longValue() {
        return body.longValue();
    }

    @Override
    public double doubleValue() {
        return body.doubleValue();
    }

    @Override
    public Decimal128 decimalValue() {
        return body.decimalValue();
    }

    @Override
    public boolean booleanValue() {
        return body.booleanValue();
    }

    @Override
    public String stringValue() {
        return body.stringValue();
    }

    @Override
    public long dateMillis() {
        return body.dateMillis();
    }

    @Override
    public ObjectId objectIdValue() {
        return body.objectIdValue();
    }

    @Override
    public BsonValue toBsonValue() {
        return body.toBsonValue();
    }
}
