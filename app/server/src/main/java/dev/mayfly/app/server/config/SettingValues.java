package dev.mayfly.app.server.config;

import dev.mayfly.app.console.ExpireShare;
import dev.mayfly.app.console.text.Times;
import dev.mayfly.engine.catalog.ExpireLimit;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the texts of settings into values; what cannot be turned is noted as a mistake with its place. */
final class SettingValues {
    private static final int PORT_MAX = 65_535;
    private static final Pattern BYTES = Pattern.compile("(\\d{1,9})([kmg])?");
    private static final Pattern RATE = Pattern.compile("(\\d{1,9})(k|m)?");

    private final Map<Setting, SettingText> given;
    private final List<String> mistakes;

    SettingValues(Map<Setting, SettingText> given, List<String> mistakes) {
        this.given = given;
        this.mistakes = mistakes;
    }

    SettingText of(Setting setting) {
        SettingText found = given.get(setting);
        if (found == null) {
            throw new IllegalStateException("every setting has a default");
        }
        return found;
    }

    boolean isGiven(Setting setting) {
        return of(setting).source() != SettingText.Source.STANDARD;
    }

    void mistake(Setting setting, String message) {
        mistakes.add(of(setting).where() + ": " + message);
    }

    boolean bool(Setting setting) {
        return oneOf(setting, Map.of("true", true, "false", false));
    }

    int port(Setting setting) {
        String text = of(setting).text();
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= PORT_MAX) {
                return port;
            }
        } catch (NumberFormatException _) {
            // Said below, as for a number out of range.
        }
        mistake(setting, "\"" + text + "\" is not a port (0 to " + PORT_MAX + ", where 0 is any free one)");
        return 0;
    }

    List<String> words(Setting setting) {
        return Arrays.stream(of(setting).text().split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** The value that the text stands for; any of them after a mistake, since that ends everything anyhow. */
    <T> T oneOf(Setting setting, Map<String, T> choices) {
        String text = of(setting).text();
        T chosen = choices.get(text);
        if (chosen != null) {
            return chosen;
        }
        TreeSet<String> names = new TreeSet<>(choices.keySet());
        mistake(setting, "\"" + text + "\" is none of " + String.join(", ", names) + NearMiss.hint(text, names));
        return choices.values().iterator().next();
    }

    /** A number of bytes, in binary thousands where a letter says so. */
    long bytes(Setting setting) {
        Matcher matcher = BYTES.matcher(of(setting).text());
        if (matcher.matches()) {
            String unit = matcher.group(2);
            int shift = unit == null ? 0 : 10 * (1 + "kmg".indexOf(unit));
            return Long.parseLong(matcher.group(1)) << shift;
        }
        mistake(setting, "\"" + of(setting).text() + "\" is not a number of bytes such as 500000, 64k, 512m, 1g");
        return 0;
    }

    /** Returns a whole number from 1 up to a bound. */
    int number(Setting setting, int most) {
        String text = of(setting).text();
        if (text.matches("[0-9]{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= most) {
                return number;
            }
        }
        mistake(setting, "\"" + text + "\" is not a number from 1 to " + most);
        return 1;
    }

    /** Returns a rate per second, at least one; a letter may state decimal thousands. */
    int rate(Setting setting) {
        Matcher matcher = RATE.matcher(of(setting).text());
        if (matcher.matches()) {
            String unit = matcher.group(2);
            long rate = Long.parseLong(matcher.group(1)) * (unit == null ? 1 : unit.equals("k") ? 1_000 : 1_000_000);
            if (rate > 0) {
                return (int) Math.min(rate, Integer.MAX_VALUE);
            }
        }
        mistake(setting, "\"" + of(setting).text() + "\" is not a number a second such as 500, 20k, 1m");
        return 1;
    }

    Duration duration(Setting setting) {
        try {
            return Times.duration(of(setting).text());
        } catch (DateTimeException wrong) {
            mistake(setting, String.valueOf(wrong.getMessage()));
            return Duration.ZERO;
        }
    }

    ExpireLimit limit(Setting setting) {
        String text = of(setting).text();
        try {
            long documents = text.equals("off") ? ExpireLimit.NONE.documents() : Long.parseLong(text);
            if (documents >= 0) {
                return new ExpireLimit(documents);
            }
        } catch (NumberFormatException _) {
            // Said below, as for a number below 0.
        }
        mistake(setting, "\"" + text + "\" is neither a number of documents nor off");
        return ExpireLimit.NONE;
    }

    ExpireShare share(Setting setting) {
        String text = of(setting).text();
        if (text.equals("off")) {
            return ExpireShare.ALL;
        }
        if (text.matches("[0-9]{1,2}%|100%")) {
            return new ExpireShare(Integer.parseInt(text.substring(0, text.length() - 1)));
        }
        mistake(setting, "\"" + text + "\" is neither a share such as 50% nor off");
        return ExpireShare.HALF;
    }

    Instant instant(Setting setting, String text) {
        try {
            return Times.instant(text);
        } catch (DateTimeException wrong) {
            mistake(setting, String.valueOf(wrong.getMessage()));
            return Instant.EPOCH;
        }
    }

    InetAddress address(Setting setting) {
        String text = of(setting).text();
        try {
            return text.isEmpty() ? noAddress(setting, text) : InetAddress.getByName(text);
        } catch (UnknownHostException _) {
            return noAddress(setting, text);
        }
    }

    private InetAddress noAddress(Setting setting, String text) {
        mistake(setting, "\"" + text + "\" is not an address of this machine");
        return InetAddress.getLoopbackAddress();
    }
}
