package dev.mayfly.engine.event;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.commit.CommitListener;
import dev.mayfly.engine.commit.PendingCommit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** All who hear of expiry in one engine. Safe for concurrent use. */
public final class ExpiryListeners implements CommitListener {
    private final List<ExpiryListener> listeners = new CopyOnWriteArrayList<>();

    public void add(ExpiryListener listener) {
        listeners.add(listener);
    }

    public void sweeping(CollectionName collection) {
        listeners.forEach(listener -> listener.sweeping(collection));
    }

    public void swept(CollectionName collection) {
        listeners.forEach(listener -> listener.swept(collection));
    }

    @Override
    public void committed(PendingCommit draft, long version) {
        if (draft.expiry().broughtBack() > 0) {
            listeners.forEach(listener -> listener.broughtBack(
                    draft.reading().record().name(), draft.expiry().broughtBack()));
        }
        for (Announcement announcement : draft.announcements()) {
            Announcement committed = announcement.committed(version);
            listeners.forEach(listener -> listener.announced(committed));
        }
        int died = draft.expiry().propertiesDied();
        int swept = draft.expiry().propertiesSwept();
        if (died > 0 || swept > 0) {
            listeners.forEach(
                    listener -> listener.properties(draft.reading().record().name(), died, swept));
        }
        if (draft.expiry().destroyed() > 0) {
            listeners.forEach(listener -> listener.destroyed(
                    draft.reading().record().name(), draft.expiry().destroyed()));
        }
    }
}
