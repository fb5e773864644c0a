<?php

// Loads the library, for programs with and without Composer.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Scheduling\\')) {
        return;
    }
    // All records stand in one file, and so do all resources.
    $parts = explode('\\', $class);
    $name = $parts[1];
    $file = __DIR__ . "/src/$name.php";
    if (preg_match('/^\w+$/', $name) === 1 && is_file($file)) {
        require_once $file;
    }
});
