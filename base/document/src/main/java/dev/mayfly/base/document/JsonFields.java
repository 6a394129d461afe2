package dev.mayfly.base.document;

/**
 * A walk over the members of an object, or the elements of an array, in JSON text that has been validated. Says where
 * things lie, so that text can be cut without being read. Hot: allocates nothing but what it is asked for.
 */
public final class JsonFields implements View.Fields {
    private final byte[] text;
    private final boolean array;
    private int nextAt;
    private int nameAt;
    private int nameEnd;
    private int valueAt;
    private int valueEnd;
    private int index = -1;

    /** @param from where the opening bracket stands */
    JsonFields(byte[] text, int from) {
        this.text = text;
        this.array = text[from] == '[';
        this.nextAt = JsonText.skipSpace(text, from + 1);
    }

    @Override
    public boolean next() {
        if (valueAt != 0) {
            int behind = JsonText.skipSpace(text, valueUntil());
            nextAt = text[behind] == ',' ? JsonText.skipSpace(text, behind + 1) : behind;
            valueAt = 0;
        }
        if (text[nextAt] == (array ? ']' : '}')) {
            return false;
        }
        index++;
        nameAt = nextAt;
        if (array) {
            valueAt = nextAt;
        } else {
            nameEnd = JsonText.stringEnd(text, nextAt);
            valueAt = JsonText.skipSpace(text, JsonText.skipSpace(text, nameEnd) + 1);
        }
        valueEnd = 0;
        return true;
    }

    @Override
    public String name() {
        return array ? Integer.toString(index) : JsonText.string(text, nameAt, nameEnd);
    }

    @Override
    public JsonView value() {
        return new JsonView(text, valueAt);
    }

    /** Returns true if the member has this name. */
    public boolean isNamed(String name) {
        return !array && JsonText.saysName(text, nameAt, nameEnd, name);
    }

    /** The position of the opening quote of the name; for an element, its start. */
    public int nameFrom() {
        return nameAt;
    }

    /** The position behind the closing quote of the name. */
    public int nameUntil() {
        return nameEnd;
    }

    public int valueFrom() {
        return valueAt;
    }

    public int valueUntil() {
        if (valueEnd == 0) {
            valueEnd = JsonText.valueEnd(text, valueAt);
        }
        return valueEnd;
    }
}
