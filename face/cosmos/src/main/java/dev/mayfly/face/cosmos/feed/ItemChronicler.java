package dev.mayfly.face.cosmos.feed;

import static java.util.Objects.requireNonNull;

import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.change.ChangeEncoder;
import org.jspecify.annotations.Nullable;

/** The record of changes in containers that keep all versions: the item after the change, or before its end. */
public final class ItemChronicler implements ChangeEncoder {
    @Override
    public byte @Nullable [] note(CollectionRecord record, Change change, Stamps stamps) {
        return switch (change) {
            case Change.Inserted inserted -> written(stamps, inserted.after());
            case Change.Replaced replaced -> written(stamps, replaced.after());
            case Change.Modified modified -> written(stamps, modified.after());
            case Change.BroughtBack back -> {
                Stamp after = requireNonNull(stamps.after());
                yield ItemImage.of(0, after.version(), after, back.after()).toBytes();
            }
            case Change.Removed removed -> gone(stamps, removed.before());
            case Change.Expired expired -> gone(stamps, expired.before());
            case Change.Created _, Change.Dropped _, Change.Renamed _, Change.DatabaseDropped _, Change.Told _ -> null;
        };
    }

    private static byte[] written(Stamps stamps, byte[] body) {
        Stamp before = stamps.before();
        long previous = before == null ? 0 : before.version();
        return ItemImage.of(previous, 0, requireNonNull(stamps.after()), body).toBytes();
    }

    private static byte[] gone(Stamps stamps, byte[] body) {
        Stamp before = requireNonNull(stamps.before());
        return ItemImage.of(before.version(), before.version(), before, body).toBytes();
    }
}
