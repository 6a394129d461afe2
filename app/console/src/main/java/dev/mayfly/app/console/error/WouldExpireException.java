package dev.mayfly.app.console.error;

import java.util.Map;

/** A change of policy that was not made, since documents would expire at once without a confirmation. */
public final class WouldExpireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isGuarded;
    private final transient Map<String, Object> dryRun;

    /**
     * Refuses a change.
     *
     * @param documents how many would expire
     * @param properties how many of documents that stay would die
     * @param isGuarded whether the guard refuses it, however many are named
     * @param dryRun what the change would do
     */
    public WouldExpireException(
            String collection, long documents, long properties, boolean isGuarded, Map<String, Object> dryRun) {
        super(text(collection, documents, properties, isGuarded), null, false, false);
        this.isGuarded = isGuarded;
        this.dryRun = dryRun;
    }

    private static String text(String collection, long documents, long properties, boolean isGuarded) {
        String ofDocuments = documents + (documents == 1 ? " document" : " documents");
        String ofProperties = properties + (properties == 1 ? " property" : " properties");
        String both = documents == 0 ? ofProperties : ofDocuments + " and " + ofProperties;
        String said = (properties == 0 ? ofDocuments : both) + " of " + collection + " would expire at once";
        return isGuarded
                ? said + ", which the guard (ttl.guard.max-expire, or the collection's own) refuses; to allow it say"
                        + " \"yes\": true"
                : said + "; to make the change say \"maxExpire\": " + (documents + properties)
                        + " or \"confirm\": true";
    }

    public String code() {
        return isGuarded ? "too_many_would_expire" : "would_expire";
    }

    public String text() {
        return String.valueOf(getMessage());
    }

    public Map<String, Object> dryRun() {
        return dryRun;
    }
}
