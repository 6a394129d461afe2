package dev.mayfly.app.console.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A suspicious fact about the lifetimes of a collection.
 *
 * @param code a word for programs
 * @param documents the number affected, of those looked at; 0 if it is about the collection
 * @param samples ids of some of them
 */
public record DoctorFinding(
        String collection,
        String code,
        String severity,
        String text,
        String hint,
        long documents,
        List<String> samples) {
    static final int SAMPLES_MAX = 10;

    public DoctorFinding {
        samples = List.copyOf(samples);
    }

    /** The severity of a finding. */
    public enum Severity {
        /** Documents live longer or shorter than was meant. */
        ERROR,
        /** They may. */
        WARNING,
        /** The finding is worth knowing. */
        NOTICE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static DoctorFinding ofCollection(
            String collection, String code, Severity severity, String text, String hint) {
        return new DoctorFinding(collection, code, severity.word(), text, hint, 0, List.of());
    }

    public static String number(long documents) {
        return documents == 1 ? "1 document" : documents + " documents";
    }

    /** A finding in the making: counts documents, and remembers the first of them. */
    static final class Tally {
        private final Severity severity;
        private final String text;
        private final String hint;
        private final List<String> samples = new ArrayList<>();
        private long documents;

        /** @param text what is said of them behind their number, be that one or many */
        Tally(Severity severity, String text, String hint) {
            this.severity = severity;
            this.text = text;
            this.hint = hint;
        }

        /** Returns true if another id is wanted. */
        boolean count() {
            documents++;
            return samples.size() < SAMPLES_MAX;
        }

        void sample(String id) {
            samples.add(id);
        }

        DoctorFinding end(String collection, String code) {
            String words = number(documents) + " " + text;
            return new DoctorFinding(collection, code, severity.word(), words, hint, documents, samples);
        }
    }
}
