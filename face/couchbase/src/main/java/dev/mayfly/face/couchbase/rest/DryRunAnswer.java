package dev.mayfly.face.couchbase.rest;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer in place of a change of a bucket or a collection: with {@code just_validate=1} as clients know it, with
 * our own {@code dryRun=true} also what would expire, which is nothing, since a maxTTL acts on what is written from
 * then on.
 */
final class DryRunAnswer {
    private static final String NOTE = "maxTTL acts on what is written from then on; it expires nothing that is stored";

    private DryRunAnswer() {}

    /** Null when the change is to be made. To be asked when it has been found valid. */
    static @Nullable HttpResponse of(RestCall call, List<BucketCollection> changed) {
        boolean dryRun = "true".equals(call.query("dryRun"));
        if (!dryRun && !"1".equals(call.query("just_validate"))) {
            return null;
        }
        ObjectNode json = CouchbaseJson.object();
        json.putObject("errors");
        if (dryRun) {
            ObjectNode collections = json.putObject("dryRun").put("note", NOTE).putObject("collections");
            changed.forEach(each -> collections.set(
                    each.path(),
                    CouchbaseJson.tree(DryRunTree.of(
                            run(each.collection()), key -> new String(key.bytes(), StandardCharsets.UTF_8)))));
        }
        return RestReply.json(json);
    }

    private static DryRun run(Collection collection) {
        return collection
                .forecasts()
                .dryRun(policy -> policy, DryRunTree.week(collection.reading().now()));
    }
}
