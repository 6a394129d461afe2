package dev.mayfly.face.mongo.language.value;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A text, or what may have texts in it, seen through a collation: in place of each text stands its key. */
record CollatedView(View inner, Collation collation) implements View {
    @Override
    public ValueType type() {
        return inner.type() == ValueType.SYMBOL ? ValueType.STRING : inner.type();
    }

    @Override
    public @Nullable View field(String name) {
        View field = inner.field(name);
        return field == null ? null : collation.fold(field);
    }

    @Override
    public @Nullable View element(int index) {
        View element = inner.element(index);
        return element == null ? null : collation.fold(element);
    }

    @Override
    public Fields fields() {
        Fields fields = inner.fields();
        return new Fields() {
            @Override
            public boolean next() {
                return fields.next();
            }

            @Override
            public String name() {
                return fields.name();
            }

            @Override
            public View value() {
                return collation.fold(fields.value());
            }
        };
    }

    @Override
    public int intValue() {
        return inner.intValue();
    }

    @Override
    public long longValue() {
        return inner.longValue();
    }

    @Override
    public double doubleValue() {
        return inner.doubleValue();
    }

    @Override
    public Decimal128 decimalValue() {
        return inner.decimalValue();
    }

    @Override
    public boolean booleanValue() {
        return inner.booleanValue();
    }

    @Override
    public String stringValue() {
        return collation.keyOf(inner);
    }

    @Override
    public long dateMillis() {
        return inner.dateMillis();
    }

    @Override
    public ObjectId objectIdValue() {
        return inner.objectIdValue();
    }

    @Override
    public BsonValue toBsonValue() {
        return collation.fold(inner.toBsonValue());
    }
}
