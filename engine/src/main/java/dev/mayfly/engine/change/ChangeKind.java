package dev.mayfly.engine.change;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The kinds of entries in the history. */
public enum ChangeKind {
    INSERTED(1),
    REPLACED(2),
    MODIFIED(3),
    REMOVED(4),
    EXPIRED(5),
    BROUGHT_BACK(6),
    CREATED(7),
    DROPPED(8),
    RENAMED(9),
    DATABASE_DROPPED(10),
    TOLD(11);

    private final int code;

    ChangeKind(int code) {
        this.code = code;
    }

    /** The number that names this kind on disk; never reused. */
    public int code() {
        return code;
    }

    /** The kind of this number, or null. */
    public static @Nullable ChangeKind ofCode(int code) {
        return Arrays.stream(values())
                .filter(kind -> kind.code == code)
                .findFirst()
                .orElse(null);
    }

    public static ChangeKind of(Change change) {
        return switch (change) {
            case Change.Inserted _ -> INSERTED;
            case Change.Replaced _ -> REPLACED;
            case Change.Modified _ -> MODIFIED;
            case Change.Removed _ -> REMOVED;
            case Change.Expired _ -> EXPIRED;
            case Change.BroughtBack _ -> BROUGHT_BACK;
            case Change.Created _ -> CREATED;
            case Change.Dropped _ -> DROPPED;
            case Change.Renamed _ -> RENAMED;
            case Change.DatabaseDropped _ -> DATABASE_DROPPED;
            case Change.Told _ -> TOLD;
        };
    }
}
