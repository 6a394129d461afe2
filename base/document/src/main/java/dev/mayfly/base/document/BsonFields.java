package dev.mayfly.base.document;

/** A walk over the fields of an object, or the elements of an array, in BSON bytes. Hot. */
final class BsonFields implements View.Fields {
    private final byte[] bytes;
    private final boolean array;
    private int nextAt;
    private int nameAt;
    private int valueAt;
    private byte type;
    private int index = -1;

    BsonFields(byte[] bytes, int offset, boolean array) {
        this.bytes = bytes;
        this.array = array;
        this.nextAt = offset + 4;
    }

    @Override
    public boolean next() {
        if (index >= 0 && valueAt != 0) {
            nextAt = BsonLayout.valueEnd(type, bytes, valueAt);
        }
        type = bytes[nextAt];
        if (type == 0) {
            valueAt = 0;
            return false;
        }
        nameAt = nextAt + 1;
        valueAt = BsonLayout.terminator(bytes, nameAt) + 1;
        index++;
        return true;
    }

    @Override
    public String name() {
        return array ? Integer.toString(index) : Utf8.string(bytes, nameAt, valueAt - 1);
    }

    @Override
    public BsonView value() {
        return BsonView.ofValue(type, bytes, valueAt);
    }

    byte[] bytes() {
        return bytes;
    }

    int nameFrom() {
        return nameAt;
    }

    int nameUntil() {
        return valueAt - 1;
    }
}
