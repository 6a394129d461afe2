package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A document whose deadline can be asked for as if it were one of its fields. */
public final class TimedView implements View {
    private final View body;
    private final long deadline;

    private TimedView(View body, long deadline) {
        this.body = body;
        this.deadline = deadline;
    }

    static View of(Document document) {
        return new TimedView(document.view(), document.deadline());
    }

    /** Returns the view that the filter is evaluated on. */
    public static View of(Document document, MongoFilter filter) {
        return filter.asksForDeadlines() ? of(document) : document.view();
    }

    /** The document with its deadline among its fields. */
    public static BsonDocument tree(Document document) {
        BsonDocument tree = document.view().toBsonValue().asDocument();
        return tree.append(DeadlineField.NAME, DeadlineField.of(document.deadline()));
    }

    @Override
    public @Nullable View field(String name) {
        return name.equals(DeadlineField.NAME) ? TreeView.of(DeadlineField.of(deadline)) : body.field(name);
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
