package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.audit.AuditEvent;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.PurgeInterval;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of automatic compaction and tombstone purge, for callers that are no clients of the face. Safe for
 * concurrent use.
 */
public final class CompactionChoice {
    private static final String PERCENTAGE_INSTALLED = "30";

    private final ClusterSettings cluster;
    private final Audit audit;

    public CompactionChoice(ClusterSettings cluster, Audit audit) {
        this.cluster = cluster;
        this.audit = audit;
    }

    /** The fragmentation at which a bucket is compacted, in hundredths. */
    public int percentage() {
        return Integer.parseInt(cluster.get(CompactionDraft.PERCENTAGE, PERCENTAGE_INSTALLED));
    }

    public double purgeDays() {
        return cluster.purgeDays();
    }

    /**
     * Sets what is not null, by the rules of the form that clients send; {@link IllegalArgumentException} says what is
     * wrong.
     */
    public void set(@Nullable String percentage, @Nullable String purgeDays) {
        StringBuilder form = new StringBuilder();
        append(form, CompactionDraft.PERCENTAGE, percentage);
        append(form, PurgeInterval.NAME, purgeDays);
        Map<String, String> values = new TreeMap<>(cluster.values());
        Map<String, String> errors = new TreeMap<>();
        RestForm fields = RestForm.parse(form.toString().getBytes(StandardCharsets.UTF_8));
        new CompactionDraft(null, fields, values, errors).readThresholds();
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", errors.values()));
        }
        cluster.put(values);
        InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        audit.log(
                AuditEvent.COMPACTION_MODIFIED,
                new Audit.Actor("local", "@admin", here, here),
                CouchbaseJson.object().put("purge_interval", cluster.purgeDays()));
    }

    private static void append(StringBuilder form, String name, @Nullable String value) {
        if (value != null) {
            form.append(form.isEmpty() ? "" : "&")
                    .append(URLEncoder.encode(name, StandardCharsets.UTF_8))
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
    }
}
