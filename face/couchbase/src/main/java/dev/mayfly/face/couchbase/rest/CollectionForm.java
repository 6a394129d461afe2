package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.couchbase.bucket.ManifestNames;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The valid contents of a form about a scope or a collection.
 *
 * @param name empty where none is asked for
 */
record CollectionForm(String name, ManifestChanges.Properties properties) {
    private static final String TTL = "maxTTL";
    private static final String HISTORY = "history";

    /** A new scope: it has a name alone. */
    static CollectionForm scope(RestForm form) {
        Map<String, String> errors = new TreeMap<>();
        checkName(form, errors);
        refuseOthers(form, Set.of("name"), errors);
        return done(form, errors, ManifestChanges.Properties.NONE);
    }

    /** A new collection of a bucket that is like this. */
    static CollectionForm collection(RestForm form, BucketRules rules, BucketSettings bucket) {
        Map<String, String> errors = new TreeMap<>();
        checkName(form, errors);
        ManifestChanges.Properties properties = properties(form, rules, bucket, errors);
        refuseOthers(form, Set.of("name", TTL, HISTORY), errors);
        return done(form, errors, properties);
    }

    /** A change of a collection. Before release 7.6 its limit was not to be changed. */
    static CollectionForm change(RestForm form, BucketRules rules, BucketSettings bucket) {
        Map<String, String> errors = new TreeMap<>();
        Set<String> known = rules.is76() ? Set.of(TTL, HISTORY) : Set.of(HISTORY);
        ManifestChanges.Properties properties = properties(form, rules, bucket, errors);
        refuseOthers(form, known, errors);
        return done(form, errors, properties);
    }

    private static CollectionForm done(
            RestForm form, Map<String, String> errors, ManifestChanges.Properties properties) {
        if (!form.repeated().isEmpty()) {
            errors.put("_", "Keys specified multiple times: " + String.join(", ", form.repeated()));
        }
        if (!errors.isEmpty()) {
            throw new RestException(RestReply.errors(400, errors));
        }
        return new CollectionForm(form.get("name", ""), properties);
    }

    private static void refuseOthers(RestForm form, Set<String> known, Map<String, String> errors) {
        for (String name : form.names()) {
            if (!known.contains(name)) {
                errors.put(name, "Unsupported key");
            }
        }
    }

    private static void checkName(RestForm form, Map<String, String> errors) {
        String fault = ManifestNames.fault(form.get("name"), _ -> false);
        if (fault != null) {
            errors.put("name", fault);
        }
    }

    private static ManifestChanges.Properties properties(
            RestForm form, BucketRules rules, BucketSettings bucket, Map<String, String> errors) {
        return new ManifestChanges.Properties(
                maxTtl(form.get(TTL), rules, errors), history(form.get(HISTORY), rules, bucket, errors));
    }

    static @Nullable Integer maxTtl(@Nullable String given, BucketRules rules, Map<String, String> errors) {
        if (given == null) {
            return null;
        }
        BigDecimal number = Numbers.whole(given);
        int least = rules.is76() ? MaxTtl.UNLIMITED : MaxTtl.NONE;
        if (number == null) {
            errors.put(TTL, "The value must be an integer");
        } else if (!Numbers.isBetween(given, least, MaxTtl.MAX)) {
            errors.put(TTL, "The value must be in range from " + least + " to " + MaxTtl.MAX + " (inclusive)");
        } else if (!rules.isEnterprise()) {
            errors.put(TTL, "Supported in enterprise edition only");
        } else {
            return number.intValueExact();
        }
        return null;
    }

    static @Nullable Boolean history(
            @Nullable String given, BucketRules rules, BucketSettings bucket, Map<String, String> errors) {
        if (given == null) {
            return null;
        }
        String allowed = rules.isEnterprise() ? "true,false" : "false";
        if (!given.equals("false") && !(given.equals("true") && rules.isEnterprise())) {
            errors.put(HISTORY, "The value must be one of the following: [" + allowed + "]");
            return null;
        }
        if (given.equals("true") && !bucket.text("storageBackend", "").equals("magma")) {
            throw new RestException(RestReply.text(400, "Not allowed on this type of bucket"));
        }
        return given.equals("true");
    }
}
