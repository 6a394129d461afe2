package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonView;

/** An item as it is stored, with the second in which it was written: the one system property that no index lacks. */
public final class StampedItem extends SqlObject {
    private static final String SECOND = "_ts";
    private static final long MILLIS = 1_000;

    private final long modified;

    /** @param modified when it was written, in milliseconds since the epoch */
    public StampedItem(JsonView item, long modified) {
        super(item);
        this.modified = modified;
    }

    @Override
    public SqlValue field(String name) {
        return name.equals(SECOND) ? SqlValues.of(Math.floorDiv(modified, MILLIS)) : super.field(name);
    }
}
