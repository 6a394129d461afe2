package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** An array read as the object that BSON writes for it: its positions are names. */
public record ArrayAsObject(View array) implements View {
    @Override
    public ValueType type() {
        return ValueType.OBJECT;
    }

    @Override
    public @Nullable View field(String name) {
        return array.element(FieldPath.positionOf(name));
    }

    @Override
    public @Nullable View element(int index) {
        throw wrongType();
    }

    @Override
    public Fields fields() {
        return array.fields();
    }

    @Override
    public int intValue() {
        throw wrongType();
    }

    @Override
    public long longValue() {
        throw wrongType();
    }

    @Override
    public double doubleValue() {
        throw wrongType();
    }

    @Override
    public Decimal128 decimalValue() {
        throw wrongType();
    }

    @Override
    public boolean booleanValue() {
        throw wrongType();
    }

    @Override
    public String stringValue() {
        throw wrongType();
    }

    @Override
    public long dateMillis() {
        throw wrongType();
    }

    @Override
    public ObjectId objectIdValue() {
        throw wrongType();
    }

    @Override
    public BsonValue toBsonValue() {
        return array.toBsonValue();
    }

    private static IllegalStateException wrongType() {
        return new IllegalStateException("the value is of type OBJECT");
    }
}
