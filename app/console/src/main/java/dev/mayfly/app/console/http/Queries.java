package dev.mayfly.app.console.http;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.text.Times;
import dev.mayfly.face.transport.http.HttpRequest;
import java.time.DateTimeException;
import java.util.List;

/** Values of a request's query, refused where they make no sense. */
public final class Queries {
    private Queries() {}

    public static int number(HttpRequest request, String name, int otherwise, int least, int most) {
        String given = request.queryValue(name);
        if (given == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(given);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw AdminException.badRequest(name + " is a number from " + least + " to " + most);
    }

    /** Returns a number of bytes or an offset among them. */
    public static long bytes(HttpRequest request, String name, long otherwise) {
        String given = request.queryValue(name);
        if (given == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(given);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw AdminException.badRequest(name + " is a number of bytes");
    }

    /** An instant in milliseconds since the epoch. */
    public static long instant(HttpRequest request, String name, long otherwise) {
        String given = request.queryValue(name);
        if (given == null) {
            return otherwise;
        }
        try {
            return Times.instant(given).toEpochMilli();
        } catch (DateTimeException | ArithmeticException wrong) {
            throw AdminException.badRequest(name + ": " + wrong.getMessage());
        }
    }

    public static String word(HttpRequest request, String name, String otherwise, List<String> known) {
        String given = request.queryValue(name);
        if (given == null) {
            return otherwise;
        }
        if (!known.contains(given)) {
            throw AdminException.badRequest(name + " is one of " + String.join(", ", known));
        }
        return given;
    }
}
