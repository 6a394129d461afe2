package dev.mayfly.base.document;

import java.util.Iterator;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonSymbol;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A view over a tree of values. */
public final class TreeView implements View {
    private final BsonValue value;

    private TreeView(BsonValue value) {
        this.value = value;
    }

    /** The tree must not change while it is viewed. */
    public static TreeView of(BsonValue value) {
        return new TreeView(value);
    }

    @Override
    public ValueType type() {
        return typeOf(value.getBsonType());
    }

    /** The value type of a type of the library. */
    public static ValueType typeOf(BsonType type) {
        return BsonLayout.type((byte) type.getValue());
    }

    @Override
    public @Nullable TreeView field(String name) {
        require(value.isDocument());
        BsonValue field = value.asDocument().get(name);
        return field == null ? null : new TreeView(field);
    }

    @Override
    public @Nullable TreeView element(int index) {
        require(value.isArray());
        BsonArray array = value.asArray();
        return index < 0 || index >= array.size() ? null : new TreeView(array.get(index));
    }

    @Override
    public Fields fields() {
        if (value.isArray()) {
            return new Elements(value.asArray());
        }
        require(value.isDocument());
        return new Members(value.asDocument());
    }

    @Override
    public int intValue() {
        return value.isInt32() ? value.asInt32().getValue() : Numbers.saturatedInt(longValue());
    }

    @Override
    public long longValue() {
        return switch (type()) {
            case INT32 -> value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> (long) value.asDouble().getValue();
            default -> Numbers.toLong(decimal());
        };
    }

    @Override
    public double doubleValue() {
        return switch (type()) {
            case INT32 -> value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> value.asDouble().getValue();
            default -> Numbers.toDouble(decimal());
        };
    }

    @Override
    public Decimal128 decimalValue() {
        return switch (type()) {
            case INT32, INT64 -> new Decimal128(longValue());
            case DOUBLE -> Numbers.toDecimal(value.asDouble().getValue());
            default -> decimal();
        };
    }

    private Decimal128 decimal() {
        require(value.isDecimal128());
        return value.asDecimal128().getValue();
    }

    @Override
    public boolean booleanValue() {
        require(value.isBoolean());
        return value.asBoolean().getValue();
    }

    @Override
    public String stringValue() {
        if (value instanceof BsonSymbol symbol) {
            return symbol.getSymbol();
        }
        require(value.isString());
        return value.asString().getValue();
    }

    @Override
    public long dateMillis() {
        require(value.isDateTime());
        return value.asDateTime().getValue();
    }

    @Override
    public ObjectId objectIdValue() {
        require(value.isObjectId());
        return value.asObjectId().getValue();
    }

    @Override
    public BsonValue toBsonValue() {
        return switch (value) {
            case BsonDocument document -> document.clone();
            case BsonArray array -> array.clone();
            default -> value;
        };
    }

    /** The viewed tree itself; not to be changed. */
    public BsonValue tree() {
        return value;
    }

    private void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("the value is of type " + type());
        }
    }

    @Override
    public String toString() {
        return value.toString();
    }

    private static final class Members implements Fields {
        private final Iterator<Map.Entry<String, BsonValue>> entries;
        private Map.@Nullable Entry<String, BsonValue> entry;

        Members(BsonDocument document) {
            this.entries = document.entrySet().iterator();
        }

        @Override
        public boolean next() {
            entry = entries.hasNext() ? entries.next() : null;
            return entry != null;
        }

        @Override
        public String name() {
            return current().getKey();
        }

        @Override
        public View value() {
            return new TreeView(current().getValue());
        }

        private Map.Entry<String, BsonValue> current() {
            if (entry == null) {
                throw new IllegalStateException("the walk stands on no field");
            }
            return entry;
        }
    }

    private static final class Elements implements Fields {
        private final BsonArray array;
        private int index = -1;

        Elements(BsonArray array) {
            this.array = array;
        }

        @Override
        public boolean next() {
            return ++index < array.size();
        }

        @Override
        public String name() {
            return Integer.toString(index);
        }

        @Override
        public View value() {
            return new TreeView(array.get(index));
        }
    }
}
