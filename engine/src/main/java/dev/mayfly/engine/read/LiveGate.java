package dev.mayfly.engine.read;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.schema.PropertyRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one place where a stored document becomes an answer: every read, scan, count and condition of a write passes
 * here, and nothing that a reading hides comes through.
 */
public final class LiveGate {
    private LiveGate() {}

    static @Nullable public Document admit(ReadView reading, @Nullable StoredDocument stored) {
        if (stored == null) {
            return null;
        }
        if (reading.schema().hidesByEndAlone()) {
            long end = stored.end();
            return end <= reading.now() ? null : whole(reading, stored, end);
        }
        PropertyRules properties = reading.schema().properties();
        if (!reading.policy().canHide() && properties == null) {
            return whole(reading, stored, Deadlines.NO_DEADLINE);
        }
        Instants instants = reading.schema().instants(stored);
        if (reading.policy().isHidden(instants, reading.now())) {
            return null;
        }
        long deadline = reading.policy().current().deadline(instants);
        return properties == null
                ? whole(reading, stored, deadline)
                : shown(reading, properties, stored, instants, deadline);
    }

    private static Document whole(ReadView reading, StoredDocument stored, long deadline) {
        return new Document(stored, reading.record().format(), deadline, deadline, false);
    }

    private static Document shown(
            ReadView reading, PropertyRules properties, StoredDocument stored, Instants instants, long deadline) {
        List<FieldPath> hidden = properties.hidden(instants, reading.now());
        long settledUntil = Math.min(deadline, properties.nextDeath(instants, reading.now()));
        StoredDocument visible = hidden.isEmpty() ? stored : properties.without(stored, hidden);
        return new Document(visible, reading.record().format(), deadline, settledUntil, !hidden.isEmpty());
    }

    /** Returns a stored document as it may leave the engine, hidden or not: without the properties that are hidden. */
    public static StoredDocument withoutHidden(ReadView reading, StoredDocument stored) {
        PropertyRules properties = reading.schema().properties();
        return properties == null
                ? stored
                : properties.visible(stored, reading.schema().instants(stored), reading.now());
    }

    /**
     * Returns a hidden document in the batch that gives it a new lifetime: it is not visible before it is live again.
     */
    public static Document recalled(ReadView reading, StoredDocument hidden) {
        return whole(reading, withoutHidden(reading, hidden), Deadlines.NO_DEADLINE);
    }

    /**
     * All there is of a key.
     *
     * @param visible what was admitted of the document that is stored
     * @param buried the tombstone that is stored
     */
    public static KeyState stateOf(
            ReadView reading,
            FaceForms forms,
            @Nullable StoredDocument stored,
            @Nullable Document visible,
            @Nullable Tombstone buried) {
        if (visible != null) {
            return new KeyState.Live(visible);
        }
        if (!reading.keepsTombstones()) {
            return KeyState.Nothing.NOTHING;
        }
        if (stored != null) {
            long goneAt = reading.policy().diedAt(reading.schema().instants(stored), reading.now());
            return reading.isTombstonePast(goneAt)
                    ? KeyState.Nothing.NOTHING
                    : new KeyState.Hidden(stored.version(), Tombstone.ofExpired(forms, stored, goneAt));
        }
        return buried == null || reading.isTombstonePast(buried.goneAt())
                ? KeyState.Nothing.NOTHING
                : new KeyState.Buried(buried);
    }

    /** Returns a document that was admitted before, and was stored outside of memory meanwhile. */
    static Document readmit(StoredDocument stored, DocumentFormat format, long deadline, long settledUntil) {
        return new Document(stored, format, deadline, settledUntil, false);
    }
}
