package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.BucketRules;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The history settings of a bucket in a form: for one kind of storage alone. */
final class HistoryDraft {
    private static final BigDecimal MAX = new BigDecimal("18446744073709551615");
    private static final BigDecimal BYTES_MIN = BigDecimal.valueOf(2_147_483_648L);

    private final BucketRules rules;
    private final boolean isMagma;
    private final RestForm form;
    private final Map<String, String> values;
    private final Map<String, String> errors;

    HistoryDraft(
            BucketRules rules, boolean isMagma, RestForm form, Map<String, String> values, Map<String, String> errors) {
        this.rules = rules;
        this.isMagma = isMagma;
        this.form = form;
        this.values = values;
        this.errors = errors;
    }

    void readAll() {
        for (String name :
                List.of("historyRetentionSeconds", "historyRetentionBytes", "historyRetentionCollectionDefault")) {
            String given = form.get(name);
            if (given != null) {
                String fault = fault(name, given);
                if (fault == null) {
                    values.put(name, given);
                } else {
                    errors.put(name, fault);
                }
            }
        }
    }

    private @Nullable String fault(String name, String given) {
        if (!rules.isEnterprise()) {
            return "History Retention is supported in enterprise edition only";
        }
        if (!isMagma) {
            return "History Retention can only used with Magma";
        }
        if (name.equals("historyRetentionCollectionDefault")) {
            return given.equals("true") || given.equals("false") ? null : "Value must be true or false";
        }
        BigDecimal least = name.equals("historyRetentionBytes") ? BYTES_MIN : BigDecimal.ZERO;
        BigDecimal number = Numbers.whole(given);
        boolean isOff = number != null && number.signum() == 0;
        boolean isRight = number != null && (isOff || number.compareTo(least) >= 0) && number.compareTo(MAX) <= 0;
        return isRight ? null : "Value must be an integer between " + least + " and " + MAX + ", inclusive";
    }
}
