package dev.mayfly.face.couchbase.rest;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.couchbase.access.StoredUser;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The rules for passwords and names. */
final class Passwords {
    private static final String PATH = "/settings/passwordPolicy";
    private static final String MIN_LENGTH = "minLength";
    private static final int LENGTH_DEFAULT = 6;
    private static final int LENGTH_MAX = 100;
    private static final int ID_MAX = 128;
    private static final int DELETE = 127;
    private static final String FORBIDDEN = "()<>,;:\\\"/[]?={}";
    private static final String[] RULES = {
        "enforceUppercase", "enforceLowercase", "enforceDigits", "enforceSpecialChars"
    };

    private final ClusterSettings cluster;

    Passwords(ClusterSettings cluster) {
        this.cluster = cluster;
    }

    void addTo(RestRoutes routes) {
        routes.add("GET", PATH, RestRoutes.cluster("admin.security", "read"), _ -> show())
                .add("POST", PATH, RestRoutes.cluster("admin.security", "write"), this::set);
    }

    private int minLength() {
        return Integer.parseInt(cluster.get(MIN_LENGTH, Integer.toString(LENGTH_DEFAULT)));
    }

    private boolean isOn(String rule) {
        return cluster.get(rule, "false").equals("true");
    }

    private HttpResponse show() {
        var json = CouchbaseJson.object().put(MIN_LENGTH, minLength());
        for (String rule : RULES) {
            json.put(rule, isOn(rule));
        }
        return RestReply.json(json);
    }

    private HttpResponse set(RestCall call) {
        RestForm form = call.form();
        refuseOthers(form, Set.of(MIN_LENGTH, RULES[0], RULES[1], RULES[2], RULES[3]));
        String length = form.get(MIN_LENGTH);
        if (length == null || !Numbers.isBetween(length, 0, LENGTH_MAX)) {
            throw RestException.invalid(
                    MIN_LENGTH,
                    length == null
                            ? "The value must be supplied"
                            : "The value must be in range from 0 to " + LENGTH_MAX + " (inclusive)");
        }
        Map<String, String> changed = new TreeMap<>(cluster.values());
        changed.put(MIN_LENGTH, length);
        for (String rule : RULES) {
            changed.put(rule, form.get(rule, "false").equals("true") ? "true" : "false");
        }
        cluster.put(changed);
        return RestReply.empty(200);
    }

    /** Derives the secrets to be stored for a password. */
    Map<ScramMechanism, ScramSecret> secrets(@Nullable String password, SecureRandom random) {
        String given = String.valueOf(password);
        String fault = fault(given);
        if (fault != null) {
            throw RestException.invalid("password", fault);
        }
        return StoredUser.secretsOf(given, random);
    }

    private @Nullable String fault(String password) {
        int least = Math.max(1, minLength());
        if (password.codePointCount(0, password.length()) < least) {
            return "The password must be at least " + least + " characters long.";
        }
        if (password.codePoints().anyMatch(Character::isISOControl)) {
            return "The password must not contain control characters";
        }
        if (isOn(RULES[0]) && lacks(password, Character::isUpperCase)) {
            return "The password must contain at least one uppercase letter";
        }
        if (isOn(RULES[1]) && lacks(password, Character::isLowerCase)) {
            return "The password must contain at least one lowercase letter";
        }
        if (isOn(RULES[2]) && lacks(password, Character::isDigit)) {
            return "The password must contain at least one digit";
        }
        return isOn(RULES[3]) && lacks(password, each -> "@%+\\/'\"!#$^?:,(){}[]~`-_".indexOf(each) >= 0)
                ? "The password must contain at least one of the following characters: @%+\\/'\"!#$^?:,(){}[]~`-_"
                : null;
    }

    private static boolean lacks(String password, IntPredicate wanted) {
        return password.codePoints().noneMatch(wanted);
    }

    /** Returns the fault of the name of a user or a group, or null. */
    static @Nullable String idFault(String id, String what) {
        if (id.isEmpty()) {
            return what + " must not be empty";
        }
        if (id.length() > ID_MAX) {
            return what + " may not exceed " + ID_MAX + " characters";
        }
        if (id.startsWith("@")) {
            return what + " cannot start with '@'";
        }
        boolean isRight = id.chars().allMatch(each -> each > ' ' && each != DELETE && FORBIDDEN.indexOf(each) < 0);
        return isRight
                ? null
                : what + " must not contain spaces, control or any of " + FORBIDDEN
                        + " characters and must be valid utf8";
    }

    static void refuseOthers(RestForm form, Set<String> known) {
        Map<String, String> errors = new TreeMap<>();
        form.names().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> errors.put(name, "Unsupported key"));
        if (!errors.isEmpty()) {
            throw new RestException(RestReply.errors(400, errors));
        }
    }
}
